import { z } from 'zod'
import type { proposals } from '@/db/schema'
import { describeEndpointChange, endpointChange } from '@/schemas/chains/contract'
import { describeChange, settingsChange } from '@/schemas/chains/settings/contract'
import { newToken } from '@/schemas/chains/tokens/contract'
import { depositClearance } from '@/schemas/deposits/contract'
import { describeFxChange, fxSourceChange } from '@/schemas/fx/contract'
import { depositTokenActivation, depositTokenProposal } from '@/schemas/payments/stablecoins/contract'
import { memberInvitation, resetOfPerson, staffInvitation } from '@/schemas/people/contract'
import { planGasRaise } from '@/schemas/plans/contract'
import { describePrice, describeSource, priceChange } from '@/schemas/prices/contract'
import type { ProposalView } from '@/schemas/proposals/contract'
import type { ProposalMutation } from '@/schemas/proposals/words'
import { REPEATED_DECISIONS, type RepeatedDecision } from '@/schemas/recovery/words'
import { proposedExport } from '@/schemas/seed-exports/contract'
import { gasBudgetRaise } from '@/schemas/sponsorship/contract'
import { planGrant } from '@/schemas/subscriptions/contract'
import { displayNaira, exactMoney } from '@/server/money/display-amount'

const credit = z.object({ businessId: z.uuid(), amountUsd: z.string(), reason: z.string() })
const leave = z.object({ reason: z.string() })
const repeated = z.object({ transactionId: z.uuid(), decision: z.enum(REPEATED_DECISIONS), reason: z.string() })
const rate = z.object({ ngnPerUsd: z.string(), isConfirmed: z.boolean() })

type Described = Pick<ProposalView, 'what' | 'reason' | 'businessId'>

const DECIDED: Record<RepeatedDecision, string> = {
  send: 'Send a transfer that may be on its chain already',
  sent: 'Count a transfer as the one that is on its chain already',
  cancel: 'Cancel a transfer that may be on its chain already',
}

const DESCRIBE: Record<ProposalMutation, (input: unknown) => Described> = {
  chain(input) {
    const change = settingsChange.parse(input)
    return { what: `Change ${change.name}`, reason: describeChange(change), businessId: null }
  },
  clear_deposit(input) {
    const { amount, symbol, chainName, note, businessId } = depositClearance.parse(input)
    return { what: `Clear the flag of a deposit of ${amount} ${symbol} on ${chainName}`, reason: note, businessId }
  },
  credit(input) {
    const { amountUsd, reason, businessId } = credit.parse(input)
    return { what: `Credit ${exactMoney(amountUsd, 'USD')}`, reason, businessId }
  },
  rate(input) {
    const { ngnPerUsd, isConfirmed } = rate.parse(input)
    const reason = isConfirmed ? 'However far off the rate before' : ''
    return { what: `1 USD is ${displayNaira(ngnPerUsd)}`, reason, businessId: null }
  },
  deposit_token(input) {
    const { peg, tokenAddress, symbol, found } = depositTokenProposal.parse(input)
    const what = `Take payments in ${found.symbol ?? symbol} on ${found.chainName}`
    return { what, reason: `${tokenAddress}, at one ${peg}`, businessId: null }
  },
  endpoint(input) {
    const change = endpointChange.parse(input)
    const what = `Use the endpoint ${change.label} (${change.host}) on ${change.chainName}`
    return { what, reason: describeEndpointChange(change), businessId: null }
  },
  export_seed(input) {
    const { businessId, ownerName, ownerEmail, reason } = proposedExport.parse(input)
    return { what: `Export the wallet seed to ${ownerName} (${ownerEmail})`, reason, businessId }
  },
  gas_budget(input) {
    const { businessId, chainName, dailyUsd, formerUsd, reason } = gasBudgetRaise.parse(input)
    const [now, before] = [exactMoney(dailyUsd, 'USD'), exactMoney(formerUsd, 'USD')]
    return { what: `Sponsor ${now} of gas a day on ${chainName}, before ${before}`, reason, businessId }
  },
  offer_token(input) {
    const { symbol, chainName, tokenAddress, peg } = depositTokenActivation.parse(input)
    const what = `Take payments in ${symbol} on ${chainName} again`
    return { what, reason: `${tokenAddress}, at one ${peg}`, businessId: null }
  },
  plan(input) {
    const { businessId, projectName, planName, yearlyNgn, sponsoredDailyUsd } = planGrant.parse(input)
    const reason = `Worth ${displayNaira(yearlyNgn)} a year, with ${exactMoney(String(sponsoredDailyUsd), 'USD')} of sponsored gas a day and chain`
    return { what: `Give ${projectName} the plan ${planName} for a year`, reason, businessId }
  },
  plan_gas(input) {
    const { name, sponsoredDailyUsd, formerUsd } = planGasRaise.parse(input)
    const what = `Sponsor ${exactMoney(String(sponsoredDailyUsd), 'USD')} of gas a day and chain with the plan ${name}`
    return {
      what,
      reason: `Before: ${exactMoney(String(formerUsd), 'USD')}, for each business on it`,
      businessId: null,
    }
  },
  rate_source(input) {
    const change = fxSourceChange.parse(input)
    return { what: `Change the rate source ${change.name}`, reason: describeFxChange(change), businessId: null }
  },
  price(input) {
    const change = priceChange.parse(input)
    return {
      what: `Price ${change.symbol} by ${describeSource(change.to)}`,
      reason: describePrice(change),
      businessId: null,
    }
  },
  token(input) {
    const { symbol, chainName, address, decimals, ownSymbol } = newToken.parse(input)
    const reason = `${address}, ${decimals} decimals, calls itself ${ownSymbol ?? 'nothing'}`
    return { what: `Know a token of ${chainName} as ${symbol}`, reason, businessId: null }
  },
  decide_repeated(input) {
    const { transactionId, decision, reason } = repeated.parse(input)
    return { what: `${DECIDED[decision]} (transaction ${transactionId})`, reason, businessId: null }
  },
  invite_member(input) {
    const { name, email, role, businessId } = memberInvitation.parse(input)
    return { what: `Invite ${name} into the business as ${role}`, reason: email, businessId }
  },
  invite_staff(input) {
    const { name, email, role } = staffInvitation.parse(input)
    return { what: `Invite ${name} as ${role}`, reason: email, businessId: null }
  },
  reset_staff_password(input) {
    const { name, role } = resetOfPerson.parse(input)
    const reason =
      role ?? 'A person of a business. Without a mail server, who approves sees the link to sign in as them.'
    return { what: `Reset the password of ${name}`, reason, businessId: null }
  },
  reset_staff_factor(input) {
    const { name, role } = resetOfPerson.parse(input)
    return { what: `Reset the second factor of ${name}`, reason: role ?? 'A person of a business', businessId: null }
  },
  leave_recovery(input) {
    const { reason } = leave.parse(input)
    return { what: 'Send again although the database may be older than its chains', reason, businessId: null }
  },
}

type Row = typeof proposals.$inferSelect
/** `me` is the viewer. */
type Names = { businessName: string | null; nameOf: (actor: string) => string; me: string }

export function toProposalView(row: Row, { businessName, nameOf, me }: Names): ProposalView {
  const { id, act: mutation, input, proposedBy, createdAt } = row
  return {
    ...{ id, act: mutation, ...DESCRIBE[mutation](input), businessName },
    ...{ proposedBy: nameOf(proposedBy), isOwn: proposedBy === me, createdAt: createdAt.toISOString() },
  }
}
