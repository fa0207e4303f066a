import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  alarmChannels,
  chains,
  chainTokens,
  depositTokens,
  paymentProviders,
  proposals,
  rpcEndpoints,
} from '@/db/schema'
import { applyEndpointChange } from '@/server/chains/endpoint-change'
import { applyChange } from '@/server/chains/settings/apply-change'
import { forgetToken, storeToken } from '@/server/chains/tokens/store-token'
import { setEndpointActive } from '@/server/chains/update-endpoint'
import { removeChannel, setChannelActive } from '@/server/channels/update-channel'
import { workerCtx } from '@/server/ctx'
import { setProviderActive } from '@/server/payments/providers/set-provider-active'
import { setDepositTokenActive } from '@/server/payments/stablecoins/add-deposit-token'
import { dropProposal } from '@/server/proposals/decide-proposal'
import { first } from '@/server/testing/first'
import { CHAIN_ID } from '@/server/testing/mutation-chain'
import type { MutationWorld } from '@/server/testing/mutation-world'
import { proposedRate } from '@/server/testing/proposed-rate'
import { type AccessKind, asOperator } from './stop-world.test-data'

const db = () => workerCtx().db
const toggled = (on: boolean) => ({ from: { isActive: !on }, to: { isActive: on } })
const FREE_CHAINS = ['8453', '1', '11155111']
const FREE_PROVIDERS = ['monnify', 'paystack', 'flutterwave'] as const

/** What the platform has. */
export function accessOfPlatform(world: () => MutationWorld): AccessKind[] {
  const freeChains = [...FREE_CHAINS]
  const freeProviders = [...FREE_PROVIDERS]
  const isActiveProvider = (name: string, isActive: boolean) => {
    const known = first(FREE_PROVIDERS.filter((one) => one === name))
    return asOperator((ctx) => setProviderActive(ctx, { name: known, isActive }))
  }
  const isSilent = async (id: string) => {
    const [row] = await db().select().from(alarmChannels).where(eq(alarmChannels.id, id))
    return row?.isActive !== true
  }
  return [
    {
      name: 'a removed alarm channel',
      make: () => world().alarmChannel(),
      stop: (channelId) => asOperator((ctx) => removeChannel(ctx, { channelId })),
      isStopped: isSilent,
    },
    {
      name: 'a paused alarm channel',
      make: () => world().alarmChannel(),
      stop: (channelId) => asOperator((ctx) => setChannelActive(ctx, { channelId, isActive: false })),
      lift: (channelId) => asOperator((ctx) => setChannelActive(ctx, { channelId, isActive: true })),
      isStopped: isSilent,
    },
    {
      name: 'a chain that is switched off',
      isScarce: true,
      make: async () => first(freeChains.splice(0, 1)),
      stop: (id) => asOperator((ctx) => applyChange(ctx, { chainId: Number(id), name: id, ...toggled(false) })),
      lift: (id) => asOperator((ctx) => applyChange(ctx, { chainId: Number(id), name: id, ...toggled(true) })),
      isStopped: async (id) =>
        !first(
          await db()
            .select()
            .from(chains)
            .where(eq(chains.chainId, Number(id))),
        ).isActive,
    },
    {
      name: 'a disabled RPC endpoint',
      async make() {
        const row = { chainId: CHAIN_ID, url: `http://127.0.0.1:9/${randomUUID()}`, role: 'full', priority: 1 } as const
        return first(
          await db()
            .insert(rpcEndpoints)
            .values({ ...row, label: 'test' })
            .returning(),
        ).id
      },
      stop: (endpointId) => asOperator((ctx) => setEndpointActive(ctx, { endpointId, isActive: false })),
      lift: (endpointId) =>
        asOperator((ctx) => {
          const use = { role: 'full', priority: 1 } as const
          const from = { ...use, isActive: false }
          const said = { chainName: '', label: '', host: '' }
          return applyEndpointChange(ctx, { endpointId, ...said, from, to: { ...use, isActive: true } })
        }),
      isStopped: async (id) => !first(await db().select().from(rpcEndpoints).where(eq(rpcEndpoints.id, id))).isActive,
    },
    {
      name: 'a token that was removed from a chain',
      make: () => world().chainToken(),
      stop: (tokenAddress) => asOperator((ctx) => forgetToken(ctx, { chainId: CHAIN_ID, tokenAddress })),
      lift: (address) =>
        asOperator((ctx) => {
          const token = { chainId: CHAIN_ID, chainName: '', address, symbol: address.slice(-8), ownSymbol: null }
          return storeToken(ctx, { ...token, decimals: 6 })
        }),
      isStopped: async (address) =>
        !first(await db().select().from(chainTokens).where(eq(chainTokens.address, address))).isActive,
    },
    {
      name: 'a disabled payment provider',
      isScarce: true,
      async make() {
        const name = first(freeProviders.splice(0, 1))
        await isActiveProvider(name, true)
        return name
      },
      stop: (name) => isActiveProvider(name, false),
      lift: (name) => isActiveProvider(name, true),
      isStopped: async (name) => {
        const rows = await db().select().from(paymentProviders)
        return !first(rows.filter((row) => row.name === name)).isActive
      },
    },
    {
      name: 'a token in which no payment is accepted',
      make: () => world().depositToken(),
      stop: (tokenId) => asOperator((ctx) => setDepositTokenActive(ctx, { tokenId, isActive: false })),
      lift: (tokenId) => asOperator((ctx) => setDepositTokenActive(ctx, { tokenId, isActive: true })),
      isStopped: async (id) => !first(await db().select().from(depositTokens).where(eq(depositTokens.id, id))).isActive,
    },
    {
      name: 'a rejected proposal',
      make: proposedRate,
      stop: (proposalId) => asOperator((ctx) => dropProposal(ctx, { proposalId })),
      isStopped: async (id) => first(await db().select().from(proposals).where(eq(proposals.id, id))).state !== 'OPEN',
    },
  ]
}
