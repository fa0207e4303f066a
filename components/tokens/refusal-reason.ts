/** The reason why a call was refused, without the contract's name for it: `code` has the name. */
export function refusalReason(error: string): string {
  return error.replace(/^Not sent: (the call reverted with \w+: )?/, '')
}
