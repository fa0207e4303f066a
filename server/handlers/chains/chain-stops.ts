import { and, eq, notExists } from 'drizzle-orm'
import { z } from 'zod'
import { chains, chainTokens, depositTokens, rpcEndpoints } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { auditedEntries } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const token = z.object({ address: z.string() })
const depositToken = z.object({ chainId: z.number(), tokenAddress: z.string() })
const changed = z.object({ after: z.object({ isActive: z.boolean() }) })

export const STOPS_OF_CHAINS = {
  /** Chains that an operator switched off. */
  chain: auditedEntries({
    actions: ['chain.changed'],
    entriesOf: ({ target, detail }) => entryOf(target, changed.safeParse(detail).data?.after.isActive),
    async apply(ctx, { subject: chainId }) {
      const off = await ctx.db
        .update(chains)
        .set({ isActive: false })
        .where(and(eq(chains.chainId, Number(chainId)), eq(chains.isActive, true)))
        .returning({ chainId: chains.chainId })
      if (off.length === 0) return
      const detail = { before: { isActive: true }, after: { isActive: false }, reason: STOPPED_BEFORE }
      await appendPlatformAudit(ctx, { action: 'chain.changed', target: chainId, detail })
    },
  }),
  /** RPC endpoints that an operator disabled. */
  rpc_endpoint: auditedEntries({
    actions: ['endpoint.disabled', 'endpoint.enabled', 'endpoint.updated'],
    entriesOf: ({ action, target, detail }) =>
      entryOf(
        target,
        action === 'endpoint.updated' ? changed.safeParse(detail).data?.after.isActive : action === 'endpoint.enabled',
      ),
    async apply(ctx, { subject: endpointId }) {
      const [off] = await ctx.db
        .update(rpcEndpoints)
        .set({ isActive: false })
        .where(and(eq(rpcEndpoints.id, endpointId), eq(rpcEndpoints.isActive, true)))
        .returning({ chainId: rpcEndpoints.chainId, url: rpcEndpoints.url })
      if (!off) return
      const { host } = new URL(off.url)
      const detail = { chainId: off.chainId, host, isActive: false, reason: STOPPED_BEFORE }
      await appendPlatformAudit(ctx, { action: 'endpoint.disabled', target: endpointId, detail })
    },
  }),
  /**
   * Tokens that were removed from a chain. A token in which payments are accepted stays, because its deposits must
   * still be found.
   */
  chain_token: auditedEntries({
    actions: ['chain.token_removed', 'chain.token_added', 'deposit_token.added'],
    entriesOf({ action, target, detail }) {
      const taken = depositToken.safeParse(detail).data
      const address = taken?.tokenAddress ?? token.safeParse(detail).data?.address
      const subject = `${taken?.chainId ?? target} ${address}`
      return address === undefined ? [] : [{ subject, isStop: action === 'chain.token_removed' }]
    },
    async apply(ctx, { subject }) {
      const [chainId = '', address = ''] = subject.split(' ')
      const { chainId: ofChain, tokenAddress } = depositTokens
      const taken = ctx.db
        .select()
        .from(depositTokens)
        .where(and(eq(ofChain, chainTokens.chainId), eq(tokenAddress, chainTokens.address)))
      const isIt = and(eq(chainTokens.chainId, Number(chainId)), eq(chainTokens.address, address))
      const [off] = await ctx.db
        .update(chainTokens)
        .set({ isActive: false })
        .where(and(isIt, eq(chainTokens.isActive, true), notExists(taken)))
        .returning({ symbol: chainTokens.symbol, address: chainTokens.address })
      if (!off) return
      const detail = { ...off, reason: STOPPED_BEFORE }
      await appendPlatformAudit(ctx, { action: 'chain.token_removed', target: chainId, detail })
    },
  }),
} as const satisfies Record<string, StopKind>

/** Changes of other settings are not recorded. */
function entryOf(subject: string, isActive: boolean | undefined) {
  return isActive === undefined ? [] : [{ subject, isStop: !isActive }]
}
