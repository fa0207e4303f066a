/** The receiver will not take this message, however often it is tried. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** The receiver asks to wait for a while. */
export class MailBusyError extends Error {
  override readonly name = 'MailBusyError'
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message)
  }
}
