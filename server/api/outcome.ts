import type { ProjectAccess } from '@/server/projects/find-project-access'
import type { Endpoint, EventStream, Reply } from './endpoint'
import { writeReply } from './write-reply'

/** Facts about a request that become known while it is answered, for its log line and its headers. */
export type RequestFacts = {
  requestId: string
  access: ProjectAccess | null
  idempotencyKey: string | null
  headers: Record<string, string>
  /** The parsed body, once something read it. */
  body: unknown
}

/** The answer to a request, before its fixed headers. `message`: of a refusal, for the request log. */
export type Outcome = { status: number; body: string; message: string | null; stream?: EventStream }

/** The outcome that a reply means. Adds the headers of the reply to those of the answer. */
export function toOutcome(endpoint: Endpoint, reply: Reply, facts: RequestFacts): Outcome {
  Object.assign(facts.headers, reply.headers)
  return {
    status: reply.status,
    body: writeReply(endpoint, reply),
    message: reply.status >= 400 ? reply.message : null,
  }
}
