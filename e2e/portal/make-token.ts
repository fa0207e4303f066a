import { expect } from '@playwright/test'
import { z } from 'zod'
import type { connect } from './api'
import { CHAIN_ID } from './fund-wallet'

type Api = Awaited<ReturnType<typeof connect>>

const HOLDERS = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'] as const
const DAY_MS = 86_400_000

const issued = z.object({ id: z.string(), operationRef: z.string() })
const operation = z.object({ operationRef: z.string(), status: z.string() })

/** A bond that two hold, one of them frozen; answers its id and the operation that minted it. */
export async function makeToken(api: Api): Promise<{ tokenId: string; operationRef: string }> {
  const [tokenAdmin] = z
    .array(z.object({ address: z.string() }))
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'BOND', count: 1 }))
  const { id, operationRef } = issued.parse(await api.post('/v1/tokens', bond(tokenAdmin?.address ?? '')))
  const ended = async (ref: string) =>
    expect
      .poll(async () => operation.parse(await api.get(`/v1/tokens/${id}/operations/${ref}`)).status)
      .toBe('COMPLETED')
  await ended(operationRef)
  const startOperation = async (what: string, body: unknown) => {
    const { operationRef: ref } = operation.parse(await api.post(`/v1/tokens/${id}/${what}`, body))
    await ended(ref)
    return ref
  }
  const wallets = HOLDERS.map((address, n) => ({
    address,
    investorId: `investor-${n + 1}`,
    label: 'Custody',
    country: 'NG',
  }))
  await startOperation('wallets', { wallets })
  const items = HOLDERS.map((to, n) => ({ to, amount: `${(n + 1) * 250}.5` }))
  return { tokenId: id, operationRef: await startOperation('mint', { items }) }
}

function bond(tokenAdmin: string) {
  const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  return {
    ticker: 'SEEN28',
    name: 'A bond to be seen on every page',
    // Mints count to what policies let a project spend: this one must not be felt by the journeys beside it.
    price: 0.0001,
    chain: 'BASE',
    chainId: CHAIN_ID,
    decimals: 6,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    tokenAdmin,
    reference: `bond-${Date.now()}`,
    metadata: { desk: 'Lagos' },
    maxShareholders: 50,
    yieldParams: {
      annualRate: 12.5,
      firstCouponDate: dayIn(90),
      maturityDate: dayIn(730),
      couponInterval: 3,
      dayCount: 'ACT_365',
      faceValuePerToken: 100,
      gracePeriod: 5,
    },
  }
}
