import type { Person } from '@/schemas/people/contract'
import { type NetworkScope, scopeOf } from '@/server/chains/network-scope'
import { clientAddress } from '@/server/client-address'
import { trustedProxies } from '@/server/env'
import { currentPerson } from '@/server/people/current-person'

/** Facts about a call that are known before its procedure runs. */
export type CallContext = {
  person: Person | null
  requestId: string
  clientIp: string | null
  /**
   * The origin of the HTTP request; null for calls that our own pages make while they render, which are queries only.
   */
  origin: string | null
  host: string | null
  /** The key of a mutation, which the client makes for each dialog that it opens. */
  idempotencyKey: string | null
  /** The networks to which lists and sums are limited; null: all. */
  networkScope?: NetworkScope | null
}

type Incoming = { head: Headers; cookie: string | undefined; requestId: string }

/** The context of a call over HTTP. */
export async function callContextOf({ head, cookie, requestId }: Incoming): Promise<CallContext> {
  return toCallContext({ head, requestId, person: await currentPerson(cookie) })
}

/** The context where the person is known already. */
export function toCallContext({
  head,
  requestId,
  person,
}: Pick<Incoming, 'head' | 'requestId'> & { person: Person | null }): CallContext {
  return {
    person,
    requestId,
    clientIp: clientAddress(head, trustedProxies()),
    origin: head.get('origin'),
    host: head.get('host'),
    idempotencyKey: head.get('idempotency-key'),
    networkScope: scopeOf(head.get('cookie')),
  }
}
