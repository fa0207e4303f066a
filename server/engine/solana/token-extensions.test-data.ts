import { faucetKeypair } from '@/packages/solana-rpc/airdrop'

/** The faucet holds every authority of a mint. */
export const authority = () => faucetKeypair().publicKey
export const key = () => [...authority().toBytes()]
const zeros = (count: number) => Array<number>(count).fill(0)

export type Extension = { bytes: number; data: () => number[]; freezable?: boolean }

const fee = (points: number): Extension => ({
  bytes: 108,
  data: () => [26, 0, 1, ...key(), 1, ...key(), points & 0xff, points >> 8, 255, ...zeros(7)],
})
export const EXTENSIONS = {
  'a transfer fee': fee(50),
  'a transfer fee of nothing': fee(0),
  'no way to transfer it': { bytes: 0, data: () => [32] },
  interest: { bytes: 52, data: () => [33, 0, ...key(), 100, 0] },
  'a permanent delegate': { bytes: 32, data: () => [35, ...key()] },
  'a transfer hook': { bytes: 64, data: () => [36, 0, ...key(), ...key()] },
  'an empty transfer hook': { bytes: 64, data: () => [36, 0, ...key(), ...zeros(32)] },
  'a close authority': { bytes: 32, data: () => [25, 1, ...key()] },
  'confidential transfers': { bytes: 65, data: () => [27, 0, ...key(), 1, ...zeros(32)] },
  'a metadata pointer': { bytes: 64, data: () => [39, 0, ...key(), ...key()] },
  'accounts that start frozen': { bytes: 1, data: () => [28, 0, 2], freezable: true },
} satisfies Record<string, Extension>
