import type { ReactNode } from 'react'
import { ChainGasUse } from '@/components/sponsorship/chain-gas-use'
import { Address } from '@/components/ui/address'
import { Amount, Digits } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import type { TreasuryChain, TreasuryWalletPurpose, TreasuryWalletView } from '@/schemas/platform/contract'
import { exactAmount } from '@/server/money/display-amount'
import { EnableDelegate } from './enable-delegate'
import { GasSettings } from './gas-settings'
import { runwayText } from './runway-text'

const PURPOSES = {
  TREASURY: 'Treasury',
  GAS: 'Gas wallet',
  RELAYER: 'Relayer',
  FEE_PAYER: 'Fee payer',
} satisfies Record<TreasuryWalletPurpose, string>

/** Shown in red below this. */
const SHORT_RUNWAY_DAYS = 7

/** One chain: the remaining balance, how fast it is spent, and the wallets that spend it. */
export function TreasuryCard({ chain }: { chain: TreasuryChain }) {
  const { name, network, nativeSymbol, gasStrategy, chainType, wallets } = chain
  const how =
    chainType === 'SOLANA' ? 'fee payer' : gasStrategy === 'delegation' && chain.hasDelegate ? 'relayers' : 'top-ups'
  return (
    <Card
      title={name}
      description={`${network === 'MAINNET' ? 'Mainnet' : 'Testnet'} · gas through ${how}`}
      actions={
        <>
          {chainType === 'EVM' && !chain.hasNewestDelegate ? <EnableDelegate chain={chain} /> : null}
          <GasSettings chain={chain} />
        </>
      }
      flush
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 py-4 lg:grid-cols-4">
        <Figure
          label="Held"
          value={chain.held === null ? 'No answer' : <Amount value={chain.held} unit={nativeSymbol} />}
        />
        <Figure label="Runway" value={<Runway chain={chain} />} />
        <Figure label="Spent in 24 h" value={<Amount value={chain.spentDay} unit={nativeSymbol} />} />
        <Figure label="Spent in 7 days" value={<Amount value={chain.spentWeek} unit={nativeSymbol} />} />
      </dl>
      <ul className="divide-y border-t">
        {wallets.map((wallet) => (
          <TreasuryWallet key={wallet.walletId} wallet={wallet} symbol={nativeSymbol} />
        ))}
      </ul>
      {chain.gasPolicy === 'sponsored' ? <ChainGasUse chainId={chain.chainId} chainName={name} /> : null}
      <p className="tabular border-t px-5 py-3 text-[0.8125rem] text-muted-foreground">{minimumsOf(chain)}</p>
    </Card>
  )
}

/** A minimum of zero is switched off. */
function minimumsOf({ gasLow, gasTarget, treasuryLow, nativeSymbol }: TreasuryChain): string {
  const refill = gasLow === '0' ? 'No refills' : `Refill below ${exactAmount(gasLow)}, to ${exactAmount(gasTarget)}`
  const alarm =
    treasuryLow === '0' ? 'no treasury alarm' : `treasury alarm below ${exactAmount(treasuryLow)} ${nativeSymbol}`
  return `${refill}; ${alarm}.`
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="tabular break-all font-semibold">{value}</dd>
    </div>
  )
}

function Runway({ chain: { runwayDays, held } }: { chain: TreasuryChain }) {
  if (held === null) return 'Unknown'
  if (runwayDays === null) return 'Nothing spent'
  const text = runwayText(runwayDays)
  return runwayDays < SHORT_RUNWAY_DAYS ? <Badge tone="danger">{text}</Badge> : text
}

function TreasuryWallet({ wallet, symbol }: { wallet: TreasuryWalletView; symbol: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
      <span className="w-24 shrink-0 font-medium">{PURPOSES[wallet.purpose]}</span>
      <Address value={wallet.address} />
      {wallet.isLow ? <Badge tone="warning">Low</Badge> : null}
      {wallet.balance === null ? <Badge tone="danger">No answer</Badge> : null}
      <span className="tabular flex flex-wrap gap-x-4 break-all text-[0.8125rem] sm:ml-auto">
        <span className="text-muted-foreground">
          spent in 24 h: <Digits value={wallet.spentDay} unit={symbol} /> {symbol}
        </span>
        <span>
          holds {wallet.balance === null ? '—' : <Digits value={wallet.balance} unit={symbol} />} {symbol}
        </span>
      </span>
    </li>
  )
}
