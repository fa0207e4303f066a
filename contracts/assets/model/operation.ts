/** Wallets go by their number, the admin is 0; investors too, 0 is none. Amounts in base units, times in seconds. */
export type Operation =
  | { kind: 'register'; lines: readonly { wallet: number; investor: number }[] }
  | { kind: 'remove'; wallets: readonly number[] }
  | { kind: 'freeze'; wallet: number; frozen: boolean }
  | { kind: 'freezeTokens'; wallet: number; amount: bigint }
  | { kind: 'pause' }
  | { kind: 'unpause' }
  | { kind: 'mint'; to: number; amount: bigint }
  | { kind: 'batchMint'; lines: readonly { to: number; amount: bigint }[] }
  | { kind: 'burn'; from: number; amount: bigint }
  | { kind: 'force'; from: number; to: number; amount: bigint }
  | { kind: 'transfer'; from: number; to: number; amount: bigint }
  | { kind: 'approve'; from: number; spender: number; amount: bigint }
  | { kind: 'spend'; spender: number; from: number; to: number; amount: bigint }
  | { kind: 'record'; id: number; ago: number; numerator: bigint; denominator: bigint }
  | { kind: 'fund'; id: number }
  | { kind: 'pay'; id: number; holders: readonly number[] }
  | { kind: 'claim'; id: number; holder: number }
  | { kind: 'payOwed'; holder: number }
  | { kind: 'returnRest'; id: number }
  | { kind: 'close'; numerator: bigint; denominator: bigint }
  | { kind: 'redeem'; holders: readonly number[] }
  /** The payment token refuses a receiver from now on, or takes it again. */
  | { kind: 'block'; wallet: number; blocked: boolean }

/** The outcome that an operation must have: an error's name, or success with the reasons of refused lines. */
export type Outcome = { error: string | null; reasons?: readonly (string | null)[] }

export const done: Outcome = { error: null }
export const refused = (error: string | null): Outcome => ({ error })
