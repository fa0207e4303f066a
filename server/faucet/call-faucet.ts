import { z } from 'zod'
import { type FaucetChains, faucetChains } from '@/schemas/faucet/contract'
import { env } from '@/server/env'
import { ApiError, refusal } from '@/server/errors'

const ANSWER_MS = 40_000
const given = z.object({ hash: z.string() })
const refused = z.object({ error: z.string() })

/** The chains and assets of this stack's faucet; empty without a faucet. Throws unavailable. */
export async function listFaucetChains(): Promise<FaucetChains> {
  const { FAUCET_URL } = env()
  if (FAUCET_URL === undefined) return []
  return faucetChains.parse(await ask(FAUCET_URL))
}

/** Calls the faucet; returns the hash. Throws not_found (no faucet), failed (the error of the faucet), unavailable. */
export async function callFaucet(gift: { chainId: number; address: string; symbol: string; amount: string }) {
  const { FAUCET_URL } = env()
  if (FAUCET_URL === undefined) throw new ApiError('not_found', 'There is no faucet here')
  return given.parse(await ask(FAUCET_URL, gift))
}

async function ask(url: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, {
    ...init,
    headers: { 'content-type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: unknown) => {
    throw refusal('unavailable', { cause })
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new ApiError('failed', refused.parse(answer).error)
}
