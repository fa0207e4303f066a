import { isRefusal } from './is-refusal'

type Failure = {
  message: string
  data?: { code?: unknown; errors?: string[]; requestId?: string | null } | null
}

const ONCE = 'You can safely retry without changes. The request is never executed twice.'

/**
 * The text of a form about a failure: the error of each field that the server names, or whether the form can be sent
 * again if its outcome is unknown. Null without a failure.
 */
export function refusalText(error: Failure | null): string | null {
  if (!error) return null
  const { message, data } = error
  if (isRefusal(error)) return data?.errors?.join(' ') ?? message
  if (data?.code !== undefined) return `${message} ${ONCE}${data.requestId ? ` Request ${data.requestId}` : ''}`
  return `${isOffline() ? 'You are offline' : 'The server did not answer'}. We cannot tell yet whether the request was executed. ${ONCE}`
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && !navigator.onLine
}
