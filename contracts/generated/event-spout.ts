// Made of contracts/testing/EventSpout.sol by `npm run contracts`: change that file instead.

export const eventSpoutAbi = [
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"owner","type":"address"},{"indexed":true,"internalType":"address","name":"spender","type":"address"},{"indexed":false,"internalType":"uint256","name":"value","type":"uint256"}],"name":"Approval","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"from","type":"address"},{"indexed":true,"internalType":"address","name":"to","type":"address"},{"indexed":false,"internalType":"uint256","name":"value","type":"uint256"}],"name":"Transfer","type":"event"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"count","type":"uint256"}],"name":"spout","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const

export const eventSpoutSelectors = {
  'spout(address,uint256)': '0x5cdea2ac',
} as const

export const eventSpoutTopics = {
  'Approval(address,address,uint256)': '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  'Transfer(address,address,uint256)': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

export const eventSpoutBytecode = '0x6080604052348015600e575f5ffd5b5060dd80601a5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c80635cdea2ac14602a575b5f5ffd5b60396035366004609d565b603b565b005b5f5b8181101560985760405181815273ffffffffffffffffffffffffffffffffffffffff84169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a3600101603d565b505050565b5f5f6040838503121560ad575f5ffd5b823573ffffffffffffffffffffffffffffffffffffffff8116811460cf575f5ffd5b94602093909301359350505056' as const

export const eventSpoutRuntimeBytecode = '0x6080604052348015600e575f5ffd5b50600436106026575f3560e01c80635cdea2ac14602a575b5f5ffd5b60396035366004609d565b603b565b005b5f5b8181101560985760405181815273ffffffffffffffffffffffffffffffffffffffff84169033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a3600101603d565b505050565b5f5f6040838503121560ad575f5ffd5b823573ffffffffffffffffffffffffffffffffffffffff8116811460cf575f5ffd5b94602093909301359350505056' as const
