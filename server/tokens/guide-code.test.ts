import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { codeOf } from '@/components/guides/guide'
import { listGuides } from '@/components/guides/guides'
import { answerPath } from '@/registry/answer-path'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { toApiRequest, toResponse } from '@/server/api/serve'
import { openTokenWorld, type TokenWorld } from './token-world.test-data'

const BASE = 'https://api.slipway.test'
const PENDING = /"status":"PENDING"/

type Move = { from: string; to: string; amount: string }
const program = z.object({
  issueBond: z.custom<(token: string, terms: object, holders: Map<string, string>) => Promise<string>>(),
  move: z.custom<(token: string, id: string, order: Move) => Promise<void>>(),
  payDueCoupons: z.custom<(token: string, id: string, today: string) => Promise<number>>(),
  payBack: z.custom<(token: string, id: string) => Promise<void>>(),
})

let world: TokenWorld
let folder: string
let code: z.infer<typeof program>

beforeAll(async () => {
  world = await openTokenWorld()
  folder = await mkdtemp(join(tmpdir(), 'bond-'))
  const block = listGuides(BASE)
    .flatMap(codeOf)
    .find(({ title }) => title === 'A bond in TypeScript')
  if (!block) throw new Error('the page has no bond')
  const file = join(folder, 'bond.ts')
  await writeFile(file, block.code)
  code = program.parse(await import(file))
  vi.stubGlobal('fetch', answerHere(fetch))
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

/**
 * Answers the program's calls from here: a running operation is answered once it has ended. Other calls are sent on.
 */
function answerHere(elsewhere: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(BASE)) return elsewhere(input, init)
    for (let turns = 0; turns < 120; turns += 1) {
      const answer = toResponse(await answerPath(toApiRequest(new Request(input, init))))
      if (!input.includes('/operations/') || !PENDING.test(await answer.clone().text())) return answer
      await world.turn()
    }
    throw new Error('the operation does not end')
  }
}

test('the guide’s bond is issued, held, moved, paid and called', { timeout: 240_000 }, async () => {
  const token = await world.client.accessToken()
  const own = await world.newWallet()
  const other: Address = privateKeyToAddress(generatePrivateKey())
  const terms = {
    firstCouponDate: await world.dayAfter(90),
    callDate: await world.dayAfter(100),
    maturityDate: await world.dayAfter(730),
  }
  const holders = new Map([
    [own, '10'],
    [other, '2.5'],
  ])
  const id = await code.issueBond(token, terms, holders)
  const bond = await world.read(id)
  expect(bond).toMatchObject({ status: 'ACTIVE', totalSupply: '12.5', holderCount: 2 })
  await code.move(token, id, { from: own, to: other, amount: '1' })
  expect(await world.onChain(bond.contractAddress, other)).toBe(3_500_000n)
  await expect(code.move(token, id, { from: own, to: getAddress(bond.tokenAdmin), amount: '10' })).rejects.toThrow(
    'insufficient_balance',
  )

  expect(await code.payDueCoupons(token, id, await world.dayAfter(0))).toBe(0)
  await world.fund(getAddress(bond.tokenAdmin), 1_000_000_000_000n)
  await world.travelTo(terms.firstCouponDate)
  await world.keep()
  expect(await code.payDueCoupons(token, id, terms.firstCouponDate)).toBe(1)
  const [first] = yieldView.parse((await world.client.get(`/v1/tokens/${id}/yield`)).data).coupons
  expect(first?.status).toBe('PAID')
  expect(await world.paidTo(other)).toBe(
    (3_500_000n * 100n * 125n * BigInt(first?.dayCountFraction.numerator ?? 0)) /
      (1_000n * BigInt(first?.dayCountFraction.denominator ?? 1)),
  )

  await world.travelTo(await world.dayAfter(20))
  await code.payBack(token, id)
  expect(await world.read(id)).toMatchObject({ status: 'REDEEMED', totalSupply: '0' })
})
