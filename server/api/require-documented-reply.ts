import { isDeepStrictEqual } from 'node:util'
import { env } from '@/server/env'
import { type Endpoint, operationOf, type Reply } from './endpoint'

/**
 * Throws where a reply is not what `replies` promises: a status it does not list, data its schema refuses, a field it
 * does not name. A fault of ours, which the suites shall see and a customer shall not: production sends the reply as it
 * is.
 */
export function requireDocumentedReply(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'replies' | 'beside'>,
  reply: Reply,
): void {
  if (env().NODE_ENV === 'production') return
  const { status, data, beside = {} } = reply
  const schema = endpoint.replies[status]
  if (!schema) throw new Error(`${operationOf(endpoint)} lists no reply ${status}`)
  const parsed = schema.safeParse(data)
  if (!parsed.success) {
    throw new Error(`a ${status} of ${operationOf(endpoint)} does not fit its schema`, { cause: parsed.error })
  }
  if (Object.keys(beside).length > 0 && !endpoint.beside?.strict().safeParse(beside).success) {
    throw new Error(`what a ${status} of ${operationOf(endpoint)} has beside its data does not fit its schema`)
  }
  if (!isDeepStrictEqual(asSent(parsed.data), asSent(data))) {
    throw new Error(`a ${status} of ${operationOf(endpoint)} has fields its schema does not name`)
  }
}

/** As it leaves: without what is undefined. */
function asSent(data: unknown): unknown {
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
}
