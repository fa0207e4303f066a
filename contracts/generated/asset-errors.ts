// Made of contracts/interfaces/AssetErrors.sol by `npm run contracts`: change that file instead.

export const assetErrorsAbi = [
  {"inputs":[],"name":"AlreadyRecorded","type":"error"},
  {"inputs":[],"name":"FrozenTokens","type":"error"},
  {"inputs":[],"name":"HolderLimit","type":"error"},
  {"inputs":[],"name":"InsufficientBalance","type":"error"},
  {"inputs":[],"name":"InvalidPaymentToken","type":"error"},
  {"inputs":[],"name":"InvalidWallet","type":"error"},
  {"inputs":[],"name":"InvestorLimit","type":"error"},
  {"inputs":[],"name":"LockedUp","type":"error"},
  {"inputs":[{"internalType":"address","name":"caller","type":"address"}],"name":"NotAdmin","type":"error"},
  {"inputs":[],"name":"NotFunded","type":"error"},
  {"inputs":[],"name":"NotRecorded","type":"error"},
  {"inputs":[],"name":"NotRegistered","type":"error"},
  {"inputs":[],"name":"NotSettled","type":"error"},
  {"inputs":[],"name":"RecordTimeAhead","type":"error"},
  {"inputs":[],"name":"SupplyLimit","type":"error"},
  {"inputs":[],"name":"TokenClosed","type":"error"},
  {"inputs":[],"name":"UnderFunded","type":"error"},
  {"inputs":[],"name":"WalletFrozen","type":"error"},
  {"inputs":[],"name":"WalletHoldsTokens","type":"error"},
  {"inputs":[],"name":"WalletTaken","type":"error"},
] as const
