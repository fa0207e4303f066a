/** The reason why a call was refused, without the contract's name for it, which is the `code` beside it. */
export function refusalReason(error: string): string {
  return error.replace(/^Not sent: (the call reverted with \w+: )?/, '')
}
