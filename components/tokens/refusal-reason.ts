/** Why a call was refused, without what the contract calls it: that is the `code` beside it. */
export function refusalReason(error: string): string {
  return error.replace(/^Not sent: (the call reverted with \w+: )?/, '')
}
