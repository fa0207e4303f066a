type Refusal = { message: string; data?: { errors?: string[] } | null }

/** What a form says of the server's refusal: what is wrong with each field where the server names them. Null where there is none. */
export function refusalText(error: Refusal | null): string | null {
  return error && (error.data?.errors?.join(' ') ?? error.message)
}
