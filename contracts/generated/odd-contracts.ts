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

export const givenTokenAbi = [
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"from","type":"address"},{"indexed":true,"internalType":"address","name":"to","type":"address"},{"indexed":false,"internalType":"uint256","name":"value","type":"uint256"}],"name":"Transfer","type":"event"},
  {"inputs":[{"internalType":"address","name":"","type":"address"}],"name":"balanceOf","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"give","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const

export const givenTokenSelectors = {
  'balanceOf(address)': '0x70a08231',
  'decimals()': '0x313ce567',
  'give(address,uint256)': '0xf00388f7',
} as const

export const givenTokenTopics = {
  'Transfer(address,address,uint256)': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

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

export const refusesQuietlyAbi = [
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"from","type":"address"},{"indexed":true,"internalType":"address","name":"to","type":"address"},{"indexed":false,"internalType":"uint256","name":"value","type":"uint256"}],"name":"Transfer","type":"event"},
  {"inputs":[{"internalType":"address","name":"","type":"address"}],"name":"balanceOf","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"give","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"bool","name":"whether","type":"bool"}],"name":"refuse","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"refuses","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"transfer","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"nonpayable","type":"function"},
] as const

export const refusesQuietlySelectors = {
  'balanceOf(address)': '0x70a08231',
  'decimals()': '0x313ce567',
  'give(address,uint256)': '0xf00388f7',
  'refuse(bool)': '0x10773d14',
  'refuses()': '0xdf3c5c06',
  'transfer(address,uint256)': '0xa9059cbb',
} as const

export const refusesQuietlyTopics = {
  'Transfer(address,address,uint256)': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

export const refusesQuietlyBytecode = '0x6080604052348015600e575f5ffd5b506103448061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061006f575f3560e01c8063a9059cbb1161004d578063a9059cbb146100f5578063df3c5c0614610118578063f00388f714610125575f5ffd5b806310773d1414610073578063313ce567146100b457806370a08231146100c8575b5f5ffd5b6100b2610081366004610262565b600180547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b005b604051600681526020015b60405180910390f35b6100e76100d63660046102b0565b5f6020819052908152604090205481565b6040519081526020016100bf565b6101086101033660046102c9565b610138565b60405190151581526020016100bf565b6001546101089060ff1681565b6100b26101333660046102c9565b610178565b6001545f9060ff16806101585750335f9081526020819052604090205482115b1561016457505f610172565b61016e83836101b5565b5060015b92915050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260208190526040812080548392906101ac90849061031e565b90915550505050565b335f90815260208190526040812080548392906101d3908490610331565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f908152602081905260408120805483929061020c90849061031e565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff83169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b5f60208284031215610272575f5ffd5b81358015158114610281575f5ffd5b9392505050565b803573ffffffffffffffffffffffffffffffffffffffff811681146102ab575f5ffd5b919050565b5f602082840312156102c0575f5ffd5b61028182610288565b5f5f604083850312156102da575f5ffd5b6102e383610288565b946020939093013593505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820180821115610172576101726102f1565b81810381811115610172576101726102f156' as const

export const refusesQuietlyRuntimeBytecode = '0x608060405234801561000f575f5ffd5b506004361061006f575f3560e01c8063a9059cbb1161004d578063a9059cbb146100f5578063df3c5c0614610118578063f00388f714610125575f5ffd5b806310773d1414610073578063313ce567146100b457806370a08231146100c8575b5f5ffd5b6100b2610081366004610262565b600180547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b005b604051600681526020015b60405180910390f35b6100e76100d63660046102b0565b5f6020819052908152604090205481565b6040519081526020016100bf565b6101086101033660046102c9565b610138565b60405190151581526020016100bf565b6001546101089060ff1681565b6100b26101333660046102c9565b610178565b6001545f9060ff16806101585750335f9081526020819052604090205482115b1561016457505f610172565b61016e83836101b5565b5060015b92915050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260208190526040812080548392906101ac90849061031e565b90915550505050565b335f90815260208190526040812080548392906101d3908490610331565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f908152602081905260408120805483929061020c90849061031e565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff83169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b5f60208284031215610272575f5ffd5b81358015158114610281575f5ffd5b9392505050565b803573ffffffffffffffffffffffffffffffffffffffff811681146102ab575f5ffd5b919050565b5f602082840312156102c0575f5ffd5b61028182610288565b5f5f604083850312156102da575f5ffd5b6102e383610288565b946020939093013593505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820180821115610172576101726102f1565b81810381811115610172576101726102f156' as const

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

export const saysNothingAbi = [
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"from","type":"address"},{"indexed":true,"internalType":"address","name":"to","type":"address"},{"indexed":false,"internalType":"uint256","name":"value","type":"uint256"}],"name":"Transfer","type":"event"},
  {"inputs":[{"internalType":"address","name":"","type":"address"}],"name":"balanceOf","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"decimals","outputs":[{"internalType":"uint8","name":"","type":"uint8"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"give","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"transfer","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const

export const saysNothingSelectors = {
  'balanceOf(address)': '0x70a08231',
  'decimals()': '0x313ce567',
  'give(address,uint256)': '0xf00388f7',
  'transfer(address,uint256)': '0xa9059cbb',
} as const

export const saysNothingTopics = {
  'Transfer(address,address,uint256)': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

export const saysNothingBytecode = '0x6080604052348015600e575f5ffd5b506102788061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061004a575f3560e01c8063313ce5671461004e57806370a0823114610062578063a9059cbb1461008f578063f00388f7146100a4575b5f5ffd5b604051600681526020015b60405180910390f35b6100816100703660046101d7565b5f6020819052908152604090205481565b604051908152602001610059565b6100a261009d3660046101f7565b6100b7565b005b6100a26100b23660046101f7565b6100c5565b6100c18282610102565b5050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260208190526040812080548392906100f990849061024c565b90915550505050565b335f9081526020819052604081208054839290610120908490610265565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f908152602081905260408120805483929061015990849061024c565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff83169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b803573ffffffffffffffffffffffffffffffffffffffff811681146101d2575f5ffd5b919050565b5f602082840312156101e7575f5ffd5b6101f0826101af565b9392505050565b5f5f60408385031215610208575f5ffd5b610211836101af565b946020939093013593505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561025f5761025f61021f565b92915050565b8181038181111561025f5761025f61021f56' as const

export const saysNothingRuntimeBytecode = '0x608060405234801561000f575f5ffd5b506004361061004a575f3560e01c8063313ce5671461004e57806370a0823114610062578063a9059cbb1461008f578063f00388f7146100a4575b5f5ffd5b604051600681526020015b60405180910390f35b6100816100703660046101d7565b5f6020819052908152604090205481565b604051908152602001610059565b6100a261009d3660046101f7565b6100b7565b005b6100a26100b23660046101f7565b6100c5565b6100c18282610102565b5050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260208190526040812080548392906100f990849061024c565b90915550505050565b335f9081526020819052604081208054839290610120908490610265565b909155505073ffffffffffffffffffffffffffffffffffffffff82165f908152602081905260408120805483929061015990849061024c565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff83169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a35050565b803573ffffffffffffffffffffffffffffffffffffffff811681146101d2575f5ffd5b919050565b5f602082840312156101e7575f5ffd5b6101f0826101af565b9392505050565b5f5f60408385031215610208575f5ffd5b610211836101af565b946020939093013593505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561025f5761025f61021f565b92915050565b8181038181111561025f5761025f61021f56' as const

export const takesAllAbi = [
  {"stateMutability":"payable","type":"fallback"},
] as const

export const takesAllBytecode = '0x6080604052348015600e575f5ffd5b50600680601a5f395ff3fe608060405200' as const

export const takesAllRuntimeBytecode = '0x608060405200' as const
