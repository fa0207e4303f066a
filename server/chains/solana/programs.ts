/** Addresses of the programs a transfer may call, and of two accounts that cannot be paid at. */
export const PROGRAMS = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  incinerator: '1nc1nerator11111111111111111111111111111111',
} as const

/** The two token programs; a mint belongs to one of them. */
export type TokenProgram = typeof PROGRAMS.token | typeof PROGRAMS.token2022

/** Whether an address is one of them. */
export function isTokenProgram(address: string): address is TokenProgram {
  return address === PROGRAMS.token || address === PROGRAMS.token2022
}
