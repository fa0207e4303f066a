'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toId } from '@/components/filters/parse-as-id'
import { useTRPC } from '@/components/trpc'
import { type SendAgain, sendAgainOf } from './send-again-values'
import { startingWallet } from './starting-wallet'
import { usableWallets } from './usable-wallets'

type SendRequest = {
  enabled: boolean
  /** The wallet that the form was opened for. */
  walletId: string | null
  /** The transaction that the form repeats, as the address bar has it. */
  again: string | null
}

/** Values are read from all chains: the form does not wait for one that is slow. */
const VALUES_WAIT_MS = 1_500

const NO_TRANSACTION = 'There is no transaction with this id. It may be mistyped, or it may belong to another business.'

/** The data that the transfer form needs, once all of it is loaded, or the query that failed. */
export function useSendFacts(projectId: string, { enabled, walletId, again }: SendRequest) {
  const trpc = useTRPC()
  const wallets = useQuery(trpc.wallets.list.queryOptions(usableWallets(projectId), { enabled }))
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }, { enabled }))
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }, { enabled }))
  const walletQuery = useQuery(
    trpc.wallets.get.queryOptions(
      { projectId, walletId: walletId ?? '' },
      { enabled: enabled && walletId !== null, retry: false },
    ),
  )
  // Without deposits and values the form opens all the same.
  const deposits = useQuery(trpc.deposits.list.queryOptions({ projectId, page: 1 }, { enabled }))
  const walletIds = wallets.data?.items.map(({ id }) => id) ?? []
  const worths = useQuery(
    trpc.wallets.listWorth.queryOptions(
      { projectId, walletIds },
      { enabled: enabled && walletIds.length > 0, retry: false },
    ),
  )
  const isLate = useIsLate(enabled)
  const earlier = useEarlier(projectId, { enabled, again })
  const failed = [wallets, chains, overview, ...earlier.queries].find(({ error }) => error !== null)
  const isLoading = deposits.isPending || (worths.isLoading && !isLate) || walletQuery.isLoading || earlier.isLoading
  if (!wallets.data || !chains.data || !overview.data || isLoading) return { facts: null, failed }
  const { items } = wallets.data
  const repeated: SendAgain | null = earlier.isUnknown
    ? { problem: NO_TRANSACTION }
    : earlier.transaction
      ? sendAgainOf(earlier.transaction, chains.data)
      : null
  const depositors = deposits.data?.items.map(({ walletId }) => walletId) ?? []
  const requestedWallet = walletQuery.data?.isActive ? walletQuery.data : undefined
  const usual = requestedWallet ?? startingWallet(items, { depositors, worths: worths.data ?? [] })
  const first = earlier.transaction ? earlier.sender : usual
  // A first transfer needs no address from outside.
  const isFirst = !overview.data.done.transferCompleted
  const other = items.find(({ id, chainType }) => id !== first?.id && chainType === first?.chainType)
  const recipient = isFirst ? (other?.address ?? '') : ''
  return { facts: { first, recipient, repeated, chains: chains.data, overview: overview.data }, failed }
}

/** Whether the form has waited long enough. */
function useIsLate(enabled: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!enabled) return
    const timer = setTimeout(() => setIsLate(true), VALUES_WAIT_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [enabled])
  return isLate
}

/** The transaction that the form repeats, and the wallet that sent it, while it may still send. */
function useEarlier(projectId: string, { enabled, again }: Pick<SendRequest, 'enabled' | 'again'>) {
  const trpc = useTRPC()
  const id = toId(again ?? '')
  const query = useQuery(
    trpc.transactions.get.queryOptions(
      { projectId, transactionId: id ?? '' },
      { enabled: enabled && id !== null, retry: false },
    ),
  )
  const transaction = query.data?.transaction
  const from = transaction?.fromAddress
  const senders = useQuery(
    trpc.wallets.list.queryOptions(usableWallets(projectId, { search: from }), {
      enabled: enabled && from !== undefined,
    }),
  )
  const isMissing = query.error?.data?.code === 'NOT_FOUND'
  return {
    transaction,
    sender: senders.data?.items.find(({ address }) => address === from),
    isUnknown: again !== null && (id === null || isMissing),
    isLoading: query.isLoading || senders.isLoading,
    queries: isMissing ? [senders] : [query, senders],
  }
}
