import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { approvalOfSum, judgeIntent, type PolicyRules } from './judge-intent'
import { anyIntent, anyRules, FRIEND, methodOf, micros, NO_RULES, TOKEN } from './judge-intent.test-data'
import { stricterRules } from './stricter-rules'

test('two policies together allow what each allows at most, and a person approves what either wants approved', () => {
  fc.assert(
    fc.property(anyRules, anyRules, anyIntent, micros, (one, other, intent, spent) => {
      const both = { ...stricterRules(one, other), projectId: null }
      const verdict = judgeIntent(both, intent, spent)
      if (verdict.refusal !== null) return
      for (const rules of [one, other]) {
        const own = judgeIntent(rules, intent, spent)
        expect(own.refusal).toBeNull()
        if (own.refusal === null && own.approval !== null) expect(verdict.approval).not.toBeNull()
        if (approvalOfSum(rules, spent) !== null) expect(approvalOfSum(both, spent)).not.toBeNull()
      }
    }),
    propertyRuns(200, 10_000),
  )
})

test('a policy loses nothing beside itself, or beside one without rules of its kind', () => {
  const keysOf = ({ allowedMethods }: Pick<PolicyRules, 'allowedMethods'>) =>
    new Set(allowedMethods?.map(({ contract, selector }) => `${contract} ${selector}`))
  fc.assert(
    fc.property(anyRules, (rules) => {
      for (const both of [
        stricterRules(rules, rules),
        stricterRules({ ...NO_RULES, allowedMethods: rules.allowedMethods }, rules),
      ]) {
        expect({ ...rules, ...both, allowedMethods: null }).toEqual({ ...rules, allowedMethods: null })
        expect(keysOf(both)).toEqual(keysOf(rules))
        expect(both.allowedMethods?.length).toBe(rules.allowedMethods === null ? undefined : keysOf(rules).size)
      }
    }),
    propertyRuns(),
  )
})

test('of an allowed contract and one of its methods the method is left', () => {
  const method = methodOf(TOKEN, 'transfer(address,uint256)')
  const contract = { allowedMethods: [{ contract: TOKEN.toLowerCase(), selector: null, label: 'all' }] }
  const [narrow, wide] = [
    { ...NO_RULES, ...method },
    { ...NO_RULES, ...contract },
  ]
  for (const both of [stricterRules(narrow, wide), stricterRules(wide, narrow)])
    expect(both.allowedMethods?.map(({ selector }) => selector)).toEqual([method.allowedMethods[0]?.selector])
  const elsewhere = { ...NO_RULES, ...methodOf(FRIEND, 'transfer(address,uint256)') }
  expect(stricterRules(elsewhere, wide).allowedMethods).toEqual([])
})
