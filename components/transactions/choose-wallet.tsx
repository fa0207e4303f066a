'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryErrorText } from '@/components/query-error-text'
import { useTRPC } from '@/components/trpc'
import { Combobox } from '@/components/ui/combobox'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { CHAIN_TYPE_NAMES } from '@/components/wallets/wallet-displays'
import type { WalletView } from '@/schemas/wallets/contract'
import { usableWallets } from './usable-wallets'
import { worthText } from './worth-text'

const WORTH_STALE_MS = 30_000

type ChooseWalletProps = {
  id: string
  projectId: string
  wallet: WalletView
  onChoose: (wallet: WalletView) => void
  /** Lists wallets of this chain family only. */
  chainType?: WalletView['chainType']
}

/** `worth`: null while it is not known. */
const optionOf = ({ address, addressIndex, chainType, purpose }: WalletView, worth: string | null) => ({
  value: address,
  label: `${CHAIN_TYPE_NAMES[chainType]} ${addressIndex}: ${shortenMiddle(address)}`,
  hint: [purpose, worth].filter(Boolean).join(' · '),
})

/** One of all wallets the project may use, searched for on the server. */
export function ChooseWallet({ id, projectId, wallet, onChoose, chainType }: ChooseWalletProps) {
  const trpc = useTRPC()
  const [search, setSearch] = useState('')
  const query = useQuery(
    trpc.wallets.list.queryOptions(usableWallets(projectId, { search, chainType }), {
      placeholderData: keepPreviousData,
    }),
  )
  const found = query.data?.items ?? []
  const worths = useQuery(
    trpc.wallets.listWorth.queryOptions(
      { projectId, walletIds: found.map(({ id }) => id) },
      { enabled: found.length > 0, placeholderData: keepPreviousData, staleTime: WORTH_STALE_MS },
    ),
  )
  const worthOf = ({ id }: WalletView) => {
    const worth = worths.data?.find(({ walletId }) => walletId === id)
    return worth ? worthText(worth) : null
  }
  const more = (query.data?.total ?? 0) - found.length
  const status = query.isPlaceholderData ? 'Searching…' : more > 0 ? `${more} more: type to search` : null
  return (
    <Combobox
      id={id}
      aria-label="From"
      options={found.map((one) => optionOf(one, worthOf(one)))}
      value={optionOf(wallet, null)}
      onValueChange={({ value }) => {
        const chosen = found.find(({ address }) => address === value)
        if (chosen) onChoose(chosen)
      }}
      onSearch={setSearch}
      placeholder="Address, index or purpose"
      status={query.error ? queryErrorText(query.error) : status}
      empty="No wallet of this project matches."
    />
  )
}
