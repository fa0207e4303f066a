/** The destination will never accept this message. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** The destination requests a pause. */
export class MailBusyError extends Error {
  override readonly name = 'MailBusyError'
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message)
  }
}
