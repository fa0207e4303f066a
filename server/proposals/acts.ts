import { applyChange } from '@/server/chains/settings/apply-change'
import { settingsChange } from '@/server/chains/settings/contract'
import { newToken } from '@/server/chains/tokens/contract'
import { storeToken } from '@/server/chains/tokens/store-token'
import { carryOutDecision } from '@/server/engine/recovery/decide-repeated'
import { setManualRateInput } from '@/server/fx/contract'
import { setManualRate } from '@/server/fx/set-manual-rate'
import { creditInput } from '@/server/ledger/contract'
import { creditBusiness } from '@/server/ledger/credit-business'
import { addDepositToken } from '@/server/payments/stablecoins/add-deposit-token'
import { foundDepositToken } from '@/server/payments/stablecoins/contract'
import { priceChange } from '@/server/prices/contract'
import { storeSource } from '@/server/prices/store-source'
import { decideRepeatedInput, leaveRecoveryInput } from '@/server/recovery/contract'
import { leaveRecovery } from '@/server/recovery/leave-recovery'
import type { Acts } from './decide-proposal'

/** What happens once a second person agrees, by what was typed when it was proposed. */
export const ACTS: Acts = {
  chain: (ctx, input) => applyChange(ctx, settingsChange.parse(input)),
  credit: (ctx, input) => creditBusiness(ctx, creditInput.parse(input)),
  decide_repeated: (ctx, input) => carryOutDecision(ctx, decideRepeatedInput.parse(input)),
  deposit_token: (ctx, input) => addDepositToken(ctx, foundDepositToken.parse(input)),
  leave_recovery: (ctx, input) => leaveRecovery(ctx, leaveRecoveryInput.parse(input)),
  price: (ctx, input) => storeSource(ctx, priceChange.parse(input)),
  rate: (ctx, input) => setManualRate(ctx, setManualRateInput.parse(input)),
  token: (ctx, input) => storeToken(ctx, newToken.parse(input)),
}
