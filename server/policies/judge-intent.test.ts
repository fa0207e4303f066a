import fc from 'fast-check'
import { encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import { TOKEN_METHODS } from '@/server/chains/evm/token-methods'
import { propertyRuns } from '@/server/testing/proof'
import { judgeIntent } from './judge-intent'
import {
  address,
  anyIntent,
  anyOf,
  anyRules,
  call,
  callsFor,
  FRIEND,
  friendOnly,
  judge,
  limit,
  methodOf,
  micros,
  NO_RULES,
  STRANGER,
  send,
  TOKEN,
} from './judge-intent.test-data'
import { readCall } from './read-call'

test('names the methods it reads by their true selectors', () => {
  for (const [selector, { signature }] of Object.entries(TOKEN_METHODS)) {
    expect(toFunctionSelector(signature)).toBe(selector)
  }
})

test('reads recipient and amount out of every token method', () => {
  for (const data of callsFor(STRANGER)) {
    expect(readCall({ to: TOKEN, data, value: 0n })).toMatchObject({
      toAddress: STRANGER,
      contract: TOKEN,
      tokenUnits: 5n,
    })
  }
})

test('takes calldata that ends too soon, or names no method, for a call nobody knows', () => {
  const [transfer = '0x'] = callsFor(STRANGER)
  for (const data of ['0x12', transfer.slice(0, -2), transfer.slice(0, 10)] as Hex[]) {
    expect(readCall({ to: TOKEN, data, value: 0n })).toMatchObject({
      toAddress: TOKEN,
      contract: TOKEN,
      tokenUnits: null,
    })
    expect(judge(friendOnly, call(TOKEN, data)).refusal).toMatch(/recipients are restricted/)
  }
})

test('judges the token recipient or spender, not the token contract', () => {
  for (const data of callsFor(STRANGER)) {
    expect(judge(friendOnly, call(TOKEN, data)).refusal).toBe(`${STRANGER} is not an allowed recipient`)
    // Allowing the token contract, as a recipient or any method of it, lets nobody else have the tokens.
    const rules = { allowedRecipients: [{ address: TOKEN, label: '' }], ...anyOf(TOKEN) }
    expect(judge(rules, call(TOKEN, data)).refusal).toBe(`${STRANGER} is not an allowed recipient`)
  }
  for (const data of callsFor(FRIEND)) expect(judge(friendOnly, call(TOKEN, data)).refusal).toBeNull()
})

test('lets no coin go along with a token method where recipients are restricted', () => {
  const named = { ...friendOnly, ...methodOf(TOKEN, 'transfer(address,uint256)') }
  const listed = { allowedRecipients: [FRIEND, TOKEN].map((address) => ({ address, label: '' })), ...anyOf(TOKEN) }
  for (const data of [...callsFor(FRIEND), ...callsFor(STRANGER)]) {
    for (const rules of [friendOnly, named, listed]) {
      expect(judge(rules, call(TOKEN, data, 1n, 1n)).refusal).toMatch(/cannot be determined|is not an allowed method/)
    }
    expect(readCall({ to: TOKEN, data, value: 1n }).tokenUnits).toBe(5n)
    expect(judge({ dailyMicros: 10n }, call(TOKEN, data, 1n, 1n)).refusal).toMatch(/cannot be determined/)
    expect(judge({ dailyMicros: 10n, ...anyOf(TOKEN) }, call(TOKEN, data, 11n, 1n)).refusal).toMatch(/above the limit/)
  }
})

test('refuses permit and other unknown methods where recipients or methods are restricted', () => {
  const permit = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'permit',
    args: [FRIEND, FRIEND, 1n, 1n, 1, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`],
  })
  expect(judge(friendOnly, call(TOKEN, permit)).refusal).toMatch(/recipients are restricted/)
  expect(judge(methodOf(TOKEN, 'transfer(address,uint256)'), call(TOKEN, permit)).refusal).toMatch(
    /is not an allowed method/,
  )
  expect(judge(methodOf(TOKEN, 'transfer(address,uint256)'), call(STRANGER, callsFor(FRIEND)[0] ?? '0x')).refusal).toBe(
    `transfer(address,uint256) of ${STRANGER} is not an allowed method`,
  )
  expect(judge({ ...friendOnly, ...anyOf(TOKEN) }, call(TOKEN, permit)).refusal).toBeNull()
})

test('judges plain sends by recipient alone', () => {
  expect(judge({ ...friendOnly, allowedMethods: [] }, send(FRIEND)).refusal).toBeNull()
  expect(judge({ ...friendOnly, ...anyOf(STRANGER) }, send(STRANGER)).refusal).toBe(
    `${STRANGER} is not an allowed recipient`,
  )
  expect(judge({ allowedMethods: [] }, call(STRANGER, '0x')).refusal).toBeNull()
})

test('compares EVM addresses without case and Solana addresses exactly', () => {
  const lower = { allowedRecipients: [{ address: STRANGER.toLowerCase(), label: '' }] }
  expect(judge(lower, send(STRANGER)).refusal).toBeNull()
  const solana = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
  const listed = { allowedRecipients: [{ address: solana, label: '' }] }
  expect(judge(listed, send(solana)).refusal).toBeNull()
  expect(judge(listed, send(solana.toLowerCase())).refusal).not.toBeNull()
})

test('needs a rule of its own for deploying', () => {
  for (const rules of [NO_RULES, { dailyMicros: 10n }, { allowedMethods: [] }, anyOf(TOKEN), friendOnly]) {
    expect(judge(rules, call(null, '0x6000')).refusal).toBe('deploying a contract needs a separate rule')
  }
  expect(
    judge({ ...anyOf(DEPLOYMENT_ADDRESS), ...friendOnly, dailyMicros: 10n }, call(null, '0x6000')).refusal,
  ).toBeNull()
})

test('lets no call of unknown effect past limits in USD unless its method is allowed by name', () => {
  const intent = call(TOKEN, '0x12345678', 0n)
  expect(judge({ dailyMicros: 10n }, intent).refusal).toMatch(/cannot be determined/)
  expect(judge({ approvalAboveMicros: 10n }, intent)).toEqual({
    refusal: null,
    approval: { reason: `What 0x12345678 of ${TOKEN} moves cannot be determined` },
  })
  expect(judge({ dailyMicros: 10n, approvalAboveMicros: 10n, ...anyOf(TOKEN) }, intent)).toEqual({
    refusal: null,
    approval: null,
  })
})

test('passes exactly what every limit covers, at every edge', () => {
  fc.assert(
    fc.property(limit, limit, limit, micros, micros, (perTransaction, daily, above, value, spent) => {
      const rules = { perTransactionMicros: perTransaction, dailyMicros: daily, approvalAboveMicros: above }
      const verdict = judge(rules, send(FRIEND, value), spent)
      const fits = (perTransaction === null || value <= perTransaction) && (daily === null || spent + value <= daily)
      expect(verdict.refusal === null).toBe(fits)
      if (verdict.refusal === null) expect(verdict.approval !== null).toBe(above !== null && value > above)
    }),
    propertyRuns(),
  )
  for (const [value, passes] of [
    [100n, true],
    [101n, false],
  ] as const) {
    expect(judge({ perTransactionMicros: 100n }, send(FRIEND, value)).refusal === null).toBe(passes)
    expect(judge({ dailyMicros: 150n }, send(FRIEND, value), 50n).refusal === null).toBe(passes)
  }
})

test('lets nothing more pass when any rule becomes stricter', () => {
  fc.assert(
    fc.property(anyRules, anyIntent, micros, fc.nat(3), (rules, intent, spent, drop) => {
      if (judgeIntent(rules, intent, spent).refusal === null) return
      const lower = (value: bigint | null) => (value === null ? null : value / 2n)
      const without = <T>(list: T[] | null) => list?.filter((_, index) => index !== drop) ?? null
      const stricter = {
        projectId: rules.projectId,
        perTransactionMicros: lower(rules.perTransactionMicros),
        dailyMicros: lower(rules.dailyMicros),
        approvalAboveMicros: rules.approvalAboveMicros,
        allowedRecipients: without(rules.allowedRecipients),
        allowedMethods: without(rules.allowedMethods),
      }
      expect(judgeIntent(stricter, intent, spent).refusal).not.toBeNull()
    }),
    propertyRuns(200, 10_000),
  )
})

test('lets a plain send pass to listed recipients only, whatever else is allowed', () => {
  fc.assert(
    fc.property(anyRules, address, (rules, toAddress) => {
      const { allowedRecipients } = rules
      fc.pre(allowedRecipients !== null)
      const verdict = judgeIntent(
        { ...NO_RULES, ...rules, perTransactionMicros: null, dailyMicros: null },
        send(toAddress),
        0n,
      )
      expect(verdict.refusal === null).toBe(allowedRecipients?.some((rule) => rule.address === toAddress))
    }),
    propertyRuns(),
  )
})

test('refuses what has no price exactly where a limit in USD stands', () => {
  fc.assert(
    fc.property(limit, limit, limit, (perTransaction, daily, above) => {
      const rules = { perTransactionMicros: perTransaction, dailyMicros: daily, approvalAboveMicros: above }
      const verdict = judge(rules, send(FRIEND, null))
      expect(verdict.refusal === null).toBe(perTransaction === null && daily === null)
      if (verdict.refusal === null) expect(verdict.approval !== null).toBe(above !== null)
    }),
    propertyRuns(),
  )
})

test('names the kind of rule that was broken', () => {
  expect(judge(friendOnly, send(STRANGER))).toMatchObject({ code: 'policy_recipient' })
  expect(judge({ allowedMethods: [] }, call(STRANGER, '0x12345678'))).toMatchObject({ code: 'policy_method' })
  expect(judge({ perTransactionMicros: 1n }, send(FRIEND, 2n))).toMatchObject({ code: 'policy_limit' })
  expect(judge({ dailyMicros: 3n }, send(FRIEND, 2n), 2n)).toMatchObject({ code: 'policy_limit' })
  expect(judge({ dailyMicros: 1n }, call(TOKEN, '0x12345678'))).toMatchObject({ code: 'policy_unreadable' })
  expect(judge({ dailyMicros: 1n }, send(FRIEND, null))).toMatchObject({ code: 'policy_unpriced' })
})
