import ipaddr from 'ipaddr.js'
import { guardedAgent } from '@/server/egress/guarded-agent'
import { addressProblem, isAllowedAddress } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { parseUrl, parseWebAddress } from '@/server/parse-url'
import type { RpcAnswer, RpcCall } from './rpc/answer'
import { type ChainKind, identityCalls, identityProblem } from './rpc/ask-identity'
import { postCalls } from './rpc/call-endpoint'
import { RPC_LIMITS } from './rpc/limits'

/** The maximum length of a node's message. */
const MAX_WORDS = 200

/**
 * Checks an address before it becomes an endpoint: its form, its host, which must be public (loopback where the
 * environment allows it), and that what answers there serves this chain. Throws invalid with the field `url` named,
 * never with the address itself.
 */
export async function checkEndpointUrl(chain: ChainKind, text: string): Promise<void> {
  const problem = await probeNode(text, async (ask) => identityProblem(chain, await ask(identityCalls(chain))))
  if (problem) throw validationError([`url: ${problem.charAt(0).toLowerCase() + problem.slice(1)}`])
}

/**
 * Calls the node at a URL that is not an endpoint yet, in one request for each call. Throws invalid with the field
 * `url`, never with the URL itself: if its form or its host is not allowed, or no node answers.
 */
export async function probeNode<T>(
  text: string,
  work: (ask: (calls: RpcCall[]) => Promise<RpcAnswer[]>) => Promise<T>,
): Promise<T> {
  const problem = formProblem(text) ?? (await hostProblem(text))
  if (problem) throw validationError([`url: ${problem}`])
  const { origin, pathname, search, host } = new URL(text)
  const connection = { client: guardedAgent(), origin, path: pathname + search, host }
  try {
    return await work((calls) => postCalls(connection, calls, RPC_LIMITS.probeTimeoutMs))
  } catch (error) {
    const reason = error instanceof Error ? `: ${error.message.slice(0, MAX_WORDS)}` : ''
    throw validationError([`url: does not answer as a node${reason}`])
  }
}

function formProblem(text: string): string | null {
  const url = parseUrl(text)
  if (!url) return 'must be a valid URL'
  const { protocol, username, password } = url
  if (protocol !== 'https:' && protocol !== 'http:') return 'must use http or https'
  if (!parseWebAddress(text)) return 'must be a valid URL'
  return username || password ? 'must not carry a user name or password' : null
}

/** Unlike the host of a webhook, the host of a node may be an IP address with any port. */
async function hostProblem(text: string): Promise<string | null> {
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(host)) return addressProblem(host)
  return isAllowedAddress(host) ? null : 'must be a public host'
}
