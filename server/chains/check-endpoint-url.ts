import ipaddr from 'ipaddr.js'
import { guardedAgent } from '@/server/egress/guarded-agent'
import { addressProblem, isAllowedAddress } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { parseUrl, parseWebAddress } from '@/server/parse-url'
import { type ChainKind, identityCalls, identityProblem } from './rpc/ask-identity'
import { postCalls } from './rpc/call-endpoint'
import { RPC_LIMITS } from './rpc/limits'

/**
 * Checks an address before it becomes an endpoint: its form, that it leads to a public host (loopback where the environment allows it),
 * and that what answers there serves this chain. Throws invalid with the field `url` named, never with the address itself.
 */
export async function checkEndpointUrl(chain: ChainKind, text: string): Promise<void> {
  const problem = formProblem(text) ?? (await hostProblem(text)) ?? (await answerProblem(chain, text))
  if (problem) throw validationError([`url: ${problem}`])
}

function formProblem(text: string): string | null {
  const url = parseUrl(text)
  if (!url) return 'must be a valid URL'
  const { protocol, username, password } = url
  if (protocol !== 'https:' && protocol !== 'http:') return 'must use http or https'
  if (!parseWebAddress(text)) return 'must be a valid URL'
  return username || password ? 'must not carry a user name or password' : null
}

/** Unlike a webhook's, a node's host may be an IP address with a port of its own. */
async function hostProblem(text: string): Promise<string | null> {
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(host)) return addressProblem(host)
  return isAllowedAddress(host) ? null : 'must be a public host'
}

async function answerProblem(chain: ChainKind, text: string): Promise<string | null> {
  const { origin, pathname, search, host } = new URL(text)
  try {
    const connection = { client: guardedAgent(), origin, path: pathname + search, host }
    const answers = await postCalls(connection, identityCalls(chain), RPC_LIMITS.probeTimeoutMs)
    const problem = identityProblem(chain, answers)
    return problem && problem.charAt(0).toLowerCase() + problem.slice(1)
  } catch (error) {
    return error instanceof Error ? `does not answer as a node: ${error.message}` : 'does not answer as a node'
  }
}
