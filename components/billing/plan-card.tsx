import { Check, Minus } from 'lucide-react'
import { capabilityWords } from '@/components/plans/capability-words'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { Disclosure } from '@/components/ui/disclosure'
import type { PlanOffer, ProductOffer } from '@/schemas/payments/quotes/contract'
import type { BillingCycle } from '@/schemas/payments/words'
import { displayNaira, displayUsd, groupDigits } from '@/server/money/display-amount'
import { PlanChoice } from './plan-choice'

const QUOTA_NAMES: Readonly<Record<string, string>> = {
  'api.calls': 'API calls',
  'wallets.created': 'new wallets',
  transfers: 'transfers',
  signatures: 'signatures',
  credits: 'credits',
}

/** The capability without which each quota has no use. */
const NEEDED: Readonly<Record<string, string>> = {
  'wallets.created': 'wallet.hd.generate',
  transfers: 'wallet.transfer.create',
  signatures: 'wallet.hd.sign',
}

const count = (number: number) => groupDigits(String(number))

const PER = { MONTHLY: 'per month', YEARLY: 'per year' } satisfies Record<BillingCycle, string>
const MONTHS_OF_YEAR = 12
/** The amounts that a phone shows before all that a plan includes. */
const MAIN_AMOUNTS = 2

type PlanCardProps = {
  projectId: string
  product: ProductOffer
  plan: PlanOffer
  cycle: BillingCycle
  isSuggested: boolean
}

/**
 * A plan: its price for a cycle, its content, and the button to buy it. On a phone the plans are listed below one
 * another: a card shows the main figures there, and folds the rest.
 */
export function PlanCard({ projectId, product, plan, cycle, isSuggested }: PlanCardProps) {
  const isCurrent = product.running?.planId === plan.id
  const { fullPriceNgn, fullPriceUsd } = plan.cycles[cycle]
  const isFree = fullPriceNgn === '0'
  const freeMonths = MONTHS_OF_YEAR - plan.yearlyMonths
  const amounts = includedIn(plan)
  return (
    <li className={cn('plate flex min-w-0 flex-col p-4 md:p-5', isCurrent && 'border-primary ring-1 ring-primary')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-base">{plan.name}</h3>
        {isCurrent ? (
          <Badge tone="accent" icon={<Check aria-hidden />}>
            Current
          </Badge>
        ) : null}
        {isSuggested && !isCurrent ? <Badge tone="accent">Includes what you need</Badge> : null}
      </div>
      <p className="mt-0.5 text-muted-foreground md:min-h-10">{plan.description}</p>
      <div className="tabular mt-2 flex flex-wrap items-baseline gap-x-2 md:mt-4 md:block">
        <p className="font-semibold text-xl leading-8 tracking-tight md:text-2xl">
          {isFree ? 'Free' : displayNaira(fullPriceNgn)}
          {isFree ? null : <span className="font-normal text-muted-foreground text-sm"> {PER[cycle]}</span>}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground md:min-h-5">
          {isFree || !fullPriceUsd ? null : `about ${displayUsd(fullPriceUsd)}`}
          {!isFree && cycle === 'YEARLY' && freeMonths > 0 ? ` · ${freeMonths} months free` : null}
        </p>
      </div>
      <div className="mt-1 mb-3 md:hidden">
        <p className="tabular text-[0.8125rem] text-muted-foreground">{amounts.slice(0, MAIN_AMOUNTS).join(' · ')}</p>
        <Disclosure summary={`All that ${plan.name} includes`}>
          <Included product={product} plan={plan} amounts={amounts} />
        </Disclosure>
      </div>
      <div className="mt-2 mb-5 flex flex-1 flex-col max-md:hidden">
        <Included product={product} plan={plan} amounts={amounts} />
      </div>
      <PlanChoice projectId={projectId} product={product} plan={plan} cycle={cycle} />
    </li>
  )
}

type IncludedProps = { product: ProductOffer; plan: PlanOffer; amounts: readonly string[] }

/** The capabilities that a plan includes or lacks, and its quotas. */
function Included({ product, plan, amounts }: IncludedProps) {
  return (
    <>
      <ul aria-label={`What ${plan.name} includes`} className="mt-2 space-y-1.5 border-t pt-4 text-[0.8125rem]">
        {capabilitiesOf(product).map((capability) => (
          <Feature key={capability} name={capability} isIncluded={plan.capabilities.includes(capability)} />
        ))}
      </ul>
      <ul
        aria-label={`How much ${plan.name} includes`}
        className="tabular mt-4 flex-1 space-y-1 border-t pt-4 text-[0.8125rem] text-muted-foreground"
      >
        {amounts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** A capability that plans of the product can include. Its name in the API is the tooltip. */
function Feature({ name, isIncluded }: { name: string; isIncluded: boolean }) {
  const Icon = isIncluded ? Check : Minus
  return (
    <li className={cn('flex gap-2', !isIncluded && 'text-muted-foreground')} title={name}>
      <Icon aria-hidden className={cn('mt-0.5 size-3.5 shrink-0', isIncluded && 'text-success-foreground')} />
      <span className="min-w-0">
        {isIncluded ? null : <span className="sr-only">Not included: </span>}
        {capabilityWords(name)}
      </span>
    </li>
  )
}

/** Everything that some plan of the product includes, so that the plans can be compared line by line. */
function capabilitiesOf({ plans }: ProductOffer): string[] {
  return [...new Set(plans.flatMap(({ capabilities }) => capabilities))]
}

/** The amounts of a plan, one line each. */
function includedIn(
  plan: Pick<PlanOffer, 'capabilities' | 'quotas' | 'readPerMinute' | 'writePerMinute' | 'sponsoredDailyUsd'>,
) {
  const { capabilities, quotas, readPerMinute, writePerMinute, sponsoredDailyUsd } = plan
  const usable = quotas.filter(({ name }) => {
    const needed = NEEDED[name]
    return needed === undefined || capabilities.includes(needed)
  })
  return [
    ...usable.map(({ name, limit }) => `${count(limit)} ${QUOTA_NAMES[name] ?? name} per month`),
    `${count(readPerMinute)} reads and ${count(writePerMinute)} writes per minute`,
    ...(sponsoredDailyUsd === '0.00' ? [] : [`${displayUsd(sponsoredDailyUsd)} of free gas per testnet per day`]),
  ]
}
