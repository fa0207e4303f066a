// Made of contracts/interfaces/GasPriceOracle.sol by `npm run contracts`: change that file instead.

export const gasPriceOracleAbi = [
  {"inputs":[{"internalType":"uint256","name":"unsignedTxSize","type":"uint256"}],"name":"getL1FeeUpperBound","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const

export const gasPriceOracleSelectors = {
  'getL1FeeUpperBound(uint256)': '0xf1c7a58b',
} as const
