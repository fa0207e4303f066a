import { expect, test } from 'vitest'
import { z } from 'zod'
import { PROPOSAL_MUTATIONS, type ProposalMutation } from '@/schemas/proposals/words'
import { appRouter } from './procedures'

/**
 * What a mutation of operators does with value.
 * - `creates`: it creates or releases value, so a second person has to agree above the limit: on Proposals (its names
 *   there), by the same decision (`repeated`), or by approving a refund (`refund`).
 * - `limits`: it stops or limits something, and one person is enough.
 * - `neutral`: it does neither; a reason stands where that is not plain.
 */
type Kind =
  | { creates: readonly ProposalMutation[] | 'repeated' | 'refund' }
  | 'limits'
  | 'neutral'
  | { neutral: string }

const KINDS: Record<string, Kind> = {
  'businesses.create': { neutral: 'a business begins without a balance and without a paid plan' },
  'businesses.setStatus': { neutral: 'a resumed business has what it had' },
  'chains.add': { neutral: 'a new mainnet has no endpoint before two people agree' },
  'chains.addEndpoint': { creates: ['endpoint'] },
  'chains.addToken': { creates: ['token'] },
  'chains.probe': 'neutral',
  'chains.removeToken': 'limits',
  'chains.setEndpointActive': { creates: ['endpoint'] },
  'chains.testEndpoint': 'neutral',
  'chains.update': { creates: ['chain'] },
  'chains.updateEndpoint': { creates: ['endpoint'] },
  'channels.add': 'neutral',
  'channels.remove': 'neutral',
  'channels.setActive': 'neutral',
  'channels.test': 'neutral',
  'channels.update': 'neutral',
  'deposits.decideScreeningOfAll': { creates: ['clear_deposit'] },
  'fx.proposeManual': { creates: ['rate'] },
  'fx.updateSource': { creates: ['rate_source'] },
  'keys.renameOfProject': 'neutral',
  'keys.revoke': 'limits',
  'keys.rotateOfProject': {
    neutral: 'operators issue keys; the policies of a business limit them, and its owners get an email',
  },
  'lanes.cancel': 'limits',
  'lanes.endWaiting': 'limits',
  'lanes.speedUp': { neutral: 'the fee stays below the cap of the chain, which two people raise' },
  'ledger.credit': { creates: ['credit'] },
  'mail.resend': 'neutral',
  'payments.addDepositToken': { creates: ['deposit_token'] },
  'payments.approveRefund': { creates: 'refund' },
  'payments.decideArrival': { creates: 'repeated' },
  'payments.decideException': { creates: 'repeated' },
  'payments.closeRefund': { neutral: 'the money is back where it was, and a refund may be requested again' },
  'payments.dropRecovery': 'limits',
  'payments.dropRefund': 'limits',
  'payments.ignoreProviderEvent': { neutral: 'polls and comparisons still find its money' },
  'payments.recoverDeposit': { creates: 'repeated' },
  'payments.requestReconciliation': { neutral: 'it compares with the provider and credits nothing' },
  'payments.requestRefund': { creates: 'refund' },
  'payments.retryProviderEvent': { neutral: 'the provider is asked what it received' },
  'payments.retryRefund': { neutral: 'the same refund, to the same recipient, with the approval it has' },
  'payments.setDepositTokenActive': { creates: ['offer_token'] },
  'payments.setProviderActive': { neutral: 'each payment is still confirmed by the provider' },
  'payments.setSweepLeast': { neutral: 'sweeps go to the treasury only' },
  'people.invite': { creates: ['invite_member', 'invite_staff'] },
  'people.resetFactor': { creates: ['reset_staff_factor'] },
  'people.sendPasswordReset': { creates: ['reset_staff_password'] },
  'people.setActive': { neutral: 'a person who is active again has the role that two people gave' },
  'plans.create': { creates: ['plan_gas'] },
  'plans.update': { creates: ['plan_gas'] },
  'platform.addAssetFactory': { neutral: 'the code of the factory is compared with ours' },
  'platform.enableDelegate': { neutral: 'the code of the delegate is compared with ours' },
  'platform.saveGasSettings': { neutral: 'top-ups go to wallets of the platform and of its customers' },
  'prices.setFeed': { creates: ['price'] },
  'prices.setFixed': { creates: ['price'] },
  'projects.allowKeys': { neutral: 'the owner alone sees the keys' },
  'projects.create': { neutral: 'a project begins without a paid plan' },
  'projects.setStatus': { neutral: 'a resumed project has what it had' },
  'projects.setTestnetsOnlyOfProject': { neutral: 'mainnets are paid from the balance' },
  'proposals.approve': { neutral: 'it is the agreement of the second person' },
  'proposals.drop': 'limits',
  'recovery.decideRepeated': { creates: ['decide_repeated'] },
  'recovery.requestLeave': { creates: ['leave_recovery'] },
  'recovery.stopSending': 'limits',
  'screening.acceptList': { neutral: 'a list of the authority replaces an older one' },
  'screening.blockAddressesOfAll': 'limits',
  'screening.unblockAddressOfAll': { neutral: 'flags that deposits have already stay' },
  'seedExports.propose': { creates: ['export_seed'] },
  'seedExports.stopOfBusiness': 'limits',
  'sponsorship.setBudget': { creates: ['gas_budget'] },
  'status.setPublic': 'neutral',
  'team.resendInvitationOfAll': { creates: ['invite_staff'] },
  'team.withdrawInvitationOfAll': 'limits',
  'subscriptions.setPlan': { creates: ['plan'] },
}

const OPERATORS = z
  .record(z.string(), z.custom<{ _def: { type: string; meta?: { access?: string } } }>())
  .parse(appRouter._def.procedures)

test('every mutation of operators is sorted by what it does with value', () => {
  const mutations = Object.entries(OPERATORS).flatMap(([path, { _def }]) =>
    _def.type === 'mutation' && _def.meta?.access === 'operator' ? [path] : [],
  )
  expect(mutations.length).toBeGreaterThan(50)
  expect(Object.keys(KINDS).sort()).toEqual(mutations.sort())
})

test('every proposal belongs to a mutation that creates value, and each of those has one', () => {
  const proposed = Object.values(KINDS).flatMap((kind) =>
    typeof kind === 'object' && 'creates' in kind && typeof kind.creates === 'object' ? kind.creates : [],
  )
  expect([...new Set(proposed)].sort()).toEqual([...PROPOSAL_MUTATIONS].sort())
})
