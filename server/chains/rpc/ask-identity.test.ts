import { expect, test } from 'vitest'
import { identityProblem } from './ask-identity'

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const TESTNET = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
const LOCAL = '7Nyb3cGyYCg4wnUfB5pFbMEwEJkPfCZqwvBAQPTcZz2c'

test.each([
  ['MAINNET', MAINNET, null],
  ['MAINNET', LOCAL, null],
  ['MAINNET', DEVNET, 'Serves Solana devnet instead of mainnet'],
  ['MAINNET', TESTNET, 'Serves Solana testnet instead of mainnet'],
  ['TESTNET', DEVNET, null],
  ['TESTNET', LOCAL, null],
  ['TESTNET', MAINNET, 'Serves Solana mainnet instead of a test network'],
] as const)('an endpoint of %s whose cluster began with %s: %s', (network, genesis, problem) => {
  const chain = { chainId: 101, chainType: 'SOLANA', network } as const
  expect(identityProblem(chain, [{ result: genesis }])).toBe(problem)
})
