// Made of contracts/testing/OddContracts.sol by `npm run contracts`: change that file instead.

export const answers300Abi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const answers300Bytecode = '0x6080604052348015600e575f5ffd5b50601680601a5f395ff3fe61012c60a09081526020608081905260c060405290f3' as const

export const answers300RuntimeBytecode = '0x61012c60a09081526020608081905260c060405290f3' as const

export const answers78ZerosAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const answers78ZerosBytecode = '0x6080604052348015600e575f5ffd5b50602980601a5f395ff3fe604e60808181526101006040525f91369160609160a0818086833750508151945050602001915050f3' as const

export const answers78ZerosRuntimeBytecode = '0x604e60808181526101006040525f91369160609160a0818086833750508151945050602001915050f3' as const

export const fixedGasPriceOracleAbi = [
  {"inputs":[{"internalType":"uint256","name":"","type":"uint256"}],"name":"getL1FeeUpperBound","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"pure","type":"function"},
] as const

export const fixedGasPriceOracleSelectors = {
  'getL1FeeUpperBound(uint256)': '0xf1c7a58b',
} as const

export const fixedGasPriceOracleBytecode = '0x6080604052348015600e575f5ffd5b50606980601a5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063f1c7a58b14602a575b5f5ffd5b604160353660046053565b5066038d7ea4c6800090565b60405190815260200160405180910390f35b5f602082840312156062575f5ffd5b503591905056' as const

export const fixedGasPriceOracleRuntimeBytecode = '0x6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063f1c7a58b14602a575b5f5ffd5b604160353660046053565b5066038d7ea4c6800090565b60405190815260200160405180910390f35b5f602082840312156062575f5ffd5b503591905056' as const

export const hitsInvalidAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const hitsInvalidBytecode = '0x6080604052348015600e575f5ffd5b50600680601a5f395ff3fe6080604052fe' as const

export const hitsInvalidRuntimeBytecode = '0x6080604052fe' as const

export const neverEndsAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const neverEndsBytecode = '0x6080604052348015600e575f5ffd5b50600980601a5f395ff3fe60806040525b600556' as const

export const neverEndsRuntimeBytecode = '0x60806040525b600556' as const

export const revertsAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const revertsBytecode = '0x6080604052348015600e575f5ffd5b50600f80601a5f395ff3fe6080604052604051365f82373681fd' as const

export const revertsRuntimeBytecode = '0x6080604052604051365f82373681fd' as const

export const revertsWithMuchAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const revertsWithMuchBytecode = '0x6080604052348015600e575f5ffd5b50600d80601a5f395ff3fe6080604052620186a0604051fd' as const

export const revertsWithMuchRuntimeBytecode = '0x6080604052620186a0604051fd' as const

export const takesAllAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const takesAllBytecode = '0x6080604052348015600e575f5ffd5b50600680601a5f395ff3fe608060405200' as const

export const takesAllRuntimeBytecode = '0x608060405200' as const
