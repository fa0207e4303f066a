import { type Random, seededRandom } from '@/e2e/faults/random'

/** An amount of a wallet's coins, measured when its turn comes. */
export type Amount = {
  of: 'own' | 'balance' | 'float' | 'fixed'
  /** Percent of the measured amount; of a hundredth of a coin where it is fixed. */
  percent: number
  plusWei: bigint
}

type BatchLine = { wallet: number; to: 'loot' | 'own'; amount: Amount; cNGN: boolean }

/**
 * The next step of a customer. Wallets and transactions are named by a number, which is taken modulo those there are.
 */
export type Step =
  | { do: 'deposit'; wallet: number; wei: bigint }
  | { do: 'transfer'; wallet: number; to: 'loot' | 'own'; amount: Amount }
  | { do: 'tokens'; wallet: number; units: bigint }
  /** A call whose data alone makes it dear, or one that pays the loot. */
  | { do: 'call'; wallet: number; bytes: number }
  | { do: 'pay'; wallet: number; amount: Amount }
  | { do: 'cancel' | 'speedUp'; pick: number }
  /** From now on everything needs a second person, or nothing does. */
  | { do: 'policy'; asks: boolean }
  | { do: 'decide'; approves: boolean }
  /** Transfers under one name. A line of tokens moves `percent` of a hundredth. */
  | { do: 'batch'; lines: readonly BatchLine[]; allOrNothing: boolean }
  /** All waiting lines of a batch at once. */
  | { do: 'decideBatch'; approves: boolean }
  /** What is in the wallets of a purpose, or of all, is moved to the vault. */
  | { do: 'sweepRule'; asset: 'coin' | 'tokens'; isForAll: boolean; thresholdUnits: bigint; keepUnits: bigint }
  | { do: 'sweepChange'; pick: number; isActive: boolean; keep: string }
  | { do: 'sweepDelete'; pick: number }
  | { do: 'deactivate'; wallet: number }
  | { do: 'wait'; ms: number }

const LEAST_STEPS = 8
const MAX_STEPS = 18
/** The share of customers who begin with an attack that is known to have worked once. */
const HEISTS = 0.4
export const WALLETS = 2
/** The purpose of these wallets, which sweep rules name; the vault has another. */
export const PURPOSE = 'THIEF'
const GWEI = 10n ** 9n

/** The steps of the customer of this number: equal for equal seeds. */
export function planSequence(seed: number, customer: number): Step[] {
  const random = seededRandom(seed * 10_007 + customer)
  const steps: Step[] = random.chance(HEISTS) ? planHeist(random) : []
  const length = random.between(LEAST_STEPS, MAX_STEPS)
  while (steps.length < length) steps.push(planStep(random))
  return steps
}

/**
 * The coins that the platform fills a wallet with for an expensive call are wanted for something else: before the call,
 * after it or instead of it.
 */
function planHeist(random: Random): Step[] {
  const wallet = random.between(0, WALLETS - 1)
  const amount = { of: 'fixed', percent: random.between(5, 130), plusWei: 0n } as const
  const call: Step = { do: 'call', wallet, bytes: random.between(1_000, 20_000) }
  const take = planTheft(random, wallet, amount)
  const pause: Step = { do: 'wait', ms: random.between(0, 3_000) }
  const after: Step[] = random.chance(0.5) ? [{ do: 'cancel', pick: random.between(0, 1) }, take] : []
  return random.chance(0.7) ? [call, take, pause, ...after] : [call, pause, take, ...after]
}

/** A transfer to the loot, lines of a batch that share it, or a rule that moves all coins to the vault. */
function planTheft(random: Random, wallet: number, amount: Amount): Step {
  const way = random.between(0, 3)
  if (way === 0) return planRule(random, 'coin')
  if (way > 1) return { do: 'transfer', wallet, to: 'loot', amount }
  const line: BatchLine = { wallet, to: 'loot', amount, cNGN: false }
  const lines = Array.from({ length: random.between(1, 3) }, () => line)
  return { do: 'batch', lines, allOrNothing: random.chance(0.3) }
}

/** Thresholds of a thousandth of a coin, or of a hundredth of a token, and more. */
function planRule(random: Random, asset: 'coin' | 'tokens'): Step {
  const unit = asset === 'coin' ? 10n ** 15n : 10_000n
  const thresholdUnits = BigInt(random.between(1, 5)) * unit
  const keepUnits = random.chance(0.3) ? BigInt(random.between(0, 3)) * unit : 0n
  return { do: 'sweepRule', asset, isForAll: random.chance(0.3), thresholdUnits, keepUnits }
}

function planBatch(random: Random): Step {
  const lines = Array.from({ length: random.between(1, 5) }, (): BatchLine => {
    const to = random.chance(0.8) ? 'loot' : 'own'
    return { wallet: random.between(0, WALLETS - 1), to, amount: planAmount(random), cNGN: random.chance(0.4) }
  })
  return { do: 'batch', lines, allOrNothing: random.chance(0.3) }
}

function planStep(random: Random): Step {
  const wallet = random.between(0, WALLETS - 1)
  const pick = random.between(0, 99)
  const kinds: readonly [share: number, make: () => Step][] = [
    [8, () => ({ do: 'deposit', wallet, wei: BigInt(random.between(1, 10_000_000)) * GWEI })],
    [24, () => ({ do: 'transfer', wallet, to: random.chance(0.8) ? 'loot' : 'own', amount: planAmount(random) })],
    [8, () => ({ do: 'tokens', wallet, units: BigInt(random.between(1, 2_000_000)) })],
    [14, () => ({ do: 'call', wallet, bytes: random.chance(0.5) ? 0 : random.between(1, 20_000) })],
    [8, () => ({ do: 'pay', wallet, amount: planAmount(random) })],
    [12, () => ({ do: 'cancel', pick })],
    [5, () => ({ do: 'speedUp', pick })],
    [2, () => ({ do: 'policy', asks: random.chance(0.5) })],
    [3, () => ({ do: 'decide', approves: random.chance(0.7) })],
    [10, () => planBatch(random)],
    [3, () => ({ do: 'decideBatch', approves: random.chance(0.7) })],
    [4, () => planRule(random, random.chance(0.7) ? 'coin' : 'tokens')],
    [4, () => ({ do: 'sweepChange', pick, isActive: random.chance(0.7), keep: random.chance(0.5) ? '0' : '0.002' })],
    [1, () => ({ do: 'sweepDelete', pick })],
    [1, () => ({ do: 'deactivate', wallet })],
    [15, () => ({ do: 'wait', ms: random.between(50, 1_500) })],
  ]
  let left = random.next() * kinds.reduce((sum, [share]) => sum + share, 0)
  for (const [share, make] of kinds) {
    left -= share
    if (left < 0) return make()
  }
  return { do: 'wait', ms: 0 }
}

function planAmount(random: Random): Amount {
  const kinds = ['own', 'own', 'balance', 'balance', 'float', 'fixed'] as const
  const of = kinds[random.between(0, kinds.length - 1)] ?? 'own'
  const percent = random.chance(0.5) ? 100 : random.between(1, 130)
  return { of, percent, plusWei: BigInt(random.between(-1, 1)) }
}
