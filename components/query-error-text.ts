export type QueryFailure = { message: string; data?: { code: string; requestId: string | null } | null }

/** The server's message. Without data, the response did not come from a procedure. */
export function queryErrorText({ message, data }: QueryFailure): string {
  return data ? message : 'The server could not be reached. Check your connection and try again.'
}
