import { z } from 'zod'
import type { OperatorCtx } from '@/server/ctx'
import { setManualRateInput } from '@/server/fx/contract'
import { setManualRate } from '@/server/fx/set-manual-rate'
import { creditInput } from '@/server/ledger/contract'
import { creditBusiness } from '@/server/ledger/credit-business'
import type { ProposalAct } from './words'

type Act = {
  /** What would happen, in words, and why. */
  describe: (input: unknown) => { what: string; reason: string; businessId: string | null }
  carryOut: (ctx: OperatorCtx, input: unknown) => Promise<unknown>
}

const credit = z.object({ businessId: z.uuid(), amountUsd: z.string(), reason: z.string() })
const rate = z.object({ ngnPerUsd: z.string(), isConfirmed: z.boolean() })

/** What a second person can agree to. */
export const ACTS: Record<ProposalAct, Act> = {
  credit: {
    describe(input) {
      const { amountUsd, reason, businessId } = credit.parse(input)
      return { what: `Credit ${amountUsd} USD`, reason, businessId }
    },
    carryOut: (ctx, input) => creditBusiness(ctx, creditInput.parse(input)),
  },
  rate: {
    describe(input) {
      const { ngnPerUsd, isConfirmed } = rate.parse(input)
      const reason = isConfirmed ? 'However far off the rate before' : ''
      return { what: `1 USD is ${ngnPerUsd} NGN`, reason, businessId: null }
    },
    carryOut: (ctx, input) => setManualRate(ctx, setManualRateInput.parse(input)),
  },
}
