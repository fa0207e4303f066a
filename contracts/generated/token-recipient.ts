// Made of contracts/interfaces/TokenRecipient.sol by `npm run contracts`: change that file instead.

export const tokenRecipientAbi = [
  {"inputs":[{"internalType":"address","name":"from","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"bytes","name":"data","type":"bytes"}],"name":"onTokenTransfer","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"address","name":"from","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"bytes","name":"data","type":"bytes"}],"name":"tokenFallback","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"address","name":"from","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"bytes","name":"data","type":"bytes"}],"name":"tokenReceived","outputs":[{"internalType":"bytes4","name":"","type":"bytes4"}],"stateMutability":"nonpayable","type":"function"},
] as const

export const tokenRecipientSelectors = {
  'onTokenTransfer(address,uint256,bytes)': '0xa4c0ed36',
  'tokenFallback(address,uint256,bytes)': '0xc0ee0b8a',
  'tokenReceived(address,uint256,bytes)': '0x8943ec02',
} as const
