'use client'

import { ExternalLink } from 'lucide-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { type ReactNode, useState } from 'react'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { buttonStyles } from '@/components/ui/button-styles'
import { CopyButton } from '@/components/ui/copy-button'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { LazySelect } from '@/components/ui/lazy-select'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import type { PayableAccount } from '@/schemas/payments/accounts/contract'
import { displayNaira, exactAmount, padCents } from '@/server/money/display-amount'

// Only an address is shown as a code.
const qrCode = lazyPart(() => import('@/components/ui/qr-code'))

type Bank = Extract<PayableAccount, { kind: 'FIAT' }>
type Token = Extract<PayableAccount, { kind: 'STABLECOIN' }>
type AccountsProps = { accounts: readonly PayableAccount[]; isPartial: boolean }

const WAYS = ['bank', 'stablecoin'] as const

/** The accounts of a payment, one method at a time. The first account that receives the full amount settles it. */
export function PaymentAccounts({ accounts, isPartial }: AccountsProps) {
  const [method, setMethod] = useQueryState('way', parseAsStringLiteral(WAYS))
  const banks = accounts.filter((account) => account.kind === 'FIAT')
  const tokens = accounts.filter((account) => account.kind === 'STABLECOIN')
  const bank = <BankTransfer banks={banks} isPartial={isPartial} />
  const stablecoin = <TokenTransfer tokens={tokens} isPartial={isPartial} />
  if (tokens.length === 0) return bank
  if (banks.length === 0) return stablecoin
  return (
    <Tabs
      aria-label="How to pay"
      value={method ?? 'bank'}
      onValueChange={(next) => setMethod(next)}
      tabs={[
        { value: 'bank', label: 'Bank transfer', content: bank },
        { value: 'stablecoin', label: 'Stablecoin', content: stablecoin },
      ]}
    />
  )
}

function BankTransfer({ banks, isPartial }: { banks: readonly Bank[]; isPartial: boolean }) {
  const { chosen, choice } = useChosen(banks, { label: 'Bank', nameOf: ({ bankName }) => bankName })
  if (!chosen) return null
  return (
    <div className="space-y-4">
      {choice}
      <ExactAmount
        shown={displayNaira(chosen.amountLeft)}
        copied={padCents(chosen.amountLeft, 'NGN')}
        isPartial={isPartial}
      />
      <dl className="divide-y rounded-lg border">
        <Line label="Account number" copied={chosen.accountNumber}>
          <span className="font-mono font-semibold text-lg tracking-wider">{chosen.accountNumber}</span>
        </Line>
        <Line label="Bank">{chosen.bankName}</Line>
        <Line label="Account name" copied={chosen.accountName}>
          {chosen.accountName}
        </Line>
      </dl>
      {chosen.sandboxUrl ? (
        <Alert
          title="This account takes test funds"
          actions={
            <a href={chosen.sandboxUrl} target="_blank" rel="noreferrer" className={buttonStyles({ size: 'sm' })}>
              <ExternalLink aria-hidden />
              Pay at the sandbox bank
            </a>
          }
        >
          No banking app can pay this account. The sandbox bank opens in a new tab: choose “Send exactly” there.
        </Alert>
      ) : (
        <p className="text-muted-foreground">
          Use any banking app. This account is for this payment only. Transfer exactly this amount, once.
        </p>
      )}
    </div>
  )
}

function TokenTransfer({ tokens, isPartial }: { tokens: readonly Token[]; isPartial: boolean }) {
  const nameOf = ({ unit, chainName }: Token) => `${unit} on ${chainName}`
  const { chosen, choice } = useChosen(tokens, { label: 'Token and chain', nameOf })
  if (!chosen) return null
  return (
    <div className="space-y-4">
      {choice}
      <ExactAmount
        shown={`${exactAmount(chosen.amountLeft)} ${chosen.unit}`}
        copied={chosen.amountLeft}
        isPartial={isPartial}
      />
      <div className="flex flex-col gap-4 rounded-lg border p-4 sm:flex-row sm:items-center">
        <LazyContent part={qrCode} loading={<Skeleton className="size-36" />}>
          {({ QrCode }) => <QrCode value={chosen.address} label={`QR code of the address for ${nameOf(chosen)}`} />}
        </LazyContent>
        <dl className="min-w-0 flex-1 space-y-3">
          <div>
            <dt className="text-[0.8125rem] text-muted-foreground">Address</dt>
            <dd className="mt-0.5">
              <Address value={chosen.address} full />
            </dd>
          </div>
          <div>
            <dt className="text-[0.8125rem] text-muted-foreground">Token and chain</dt>
            <dd className="mt-0.5 flex flex-wrap items-center gap-2">
              {nameOf(chosen)}
              {chosen.isTestnet ? <Badge>Test network</Badge> : null}
            </dd>
          </div>
        </dl>
      </div>
      <p className="text-muted-foreground">
        Send only {chosen.unit} on {chosen.chainName}. Anything else does not count towards this payment and has to be
        recovered manually. The payment counts once the chain has confirmed it.
      </p>
    </div>
  )
}

type Choosing<A> = { label: string; nameOf: (account: A) => string }

/** One of several accounts. Tabs are shown only if there is more than one. */
function useChosen<A extends PayableAccount>(accounts: readonly A[], { label, nameOf }: Choosing<A>) {
  const [reference, setReference] = useState<string | null>(null)
  const chosen = accounts.find((account) => account.reference === reference) ?? accounts[0]
  const choice =
    chosen && accounts.length > 1 ? (
      <LazySelect
        aria-label={label}
        className="w-full sm:w-72"
        value={chosen.reference}
        onValueChange={setReference}
        options={accounts.map((account) => ({ value: account.reference, label: nameOf(account) }))}
      />
    ) : null
  return { chosen, choice }
}

function ExactAmount({ shown, copied, isPartial }: { shown: string; copied: string; isPartial: boolean }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <p className="text-[0.8125rem] text-muted-foreground">{isPartial ? 'Send exactly the rest' : 'Send exactly'}</p>
        <p className="tabular break-words font-semibold text-3xl leading-10 tracking-tight">{shown}</p>
      </div>
      <CopyButton value={copied} label="Copy amount" withText />
    </div>
  )
}

function Line({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div className="px-4 py-2.5">
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="flex min-h-7 items-center justify-between gap-4">
        <span className="min-w-0 break-words">{children}</span>
        {copied ? <CopyButton value={copied} label={`Copy ${label.toLowerCase()}`} /> : null}
      </dd>
    </div>
  )
}
