import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { refuseWebPage } from '../refuse-web-page'
import { fund, symbolsOf } from './fund'
import type { FaucetChains } from './funding-request'

const gift = z.object({
  chainId: z.int(),
  address: z.string().max(64),
  symbol: z.string().max(16),
  amount: z.string().max(32),
})
const MAX_BODY_BYTES = 4_096

export type Faucet = { url: string; serve: (chains: FaucetChains) => void; close: () => Promise<void> }

/**
 * The faucet of the local chains, for the portal: GET lists its assets, POST sends them. Its address contains a secret,
 * and it has nothing but the test money of local chains. It listens at once and serves once it knows the chains.
 */
export async function startFaucet(): Promise<Faucet> {
  const path = `/${randomBytes(16).toString('hex')}`
  let chains: FaucetChains = { evm: [], solana: [] }
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refusal = refuseWebPage(request)
    if (refusal) return answer(refusal.status, { error: refusal.reason })
    if (request.url !== path) return answer(404, { error: 'there is nothing here' })
    if (request.method === 'GET') return answer(200, symbolsOf(chains))
    if (request.method !== 'POST') return answer(405, { error: 'GET or POST' })
    give(chains, request).then(
      (given) => answer(200, given),
      (error) => answer(422, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the faucet has no port')
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    serve: (known) => {
      chains = known
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function give(chains: FaucetChains, request: IncomingMessage): ReturnType<typeof fund> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_BODY_BYTES) throw new Error('The request is too large.')
  }
  return fund(chains, gift.parse(JSON.parse(text)))
}
