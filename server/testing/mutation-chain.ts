/** The chain on which mutations work. */
export const CHAIN_ID = 84_532
/** An address of nobody. */
export const ADDRESS = '0x00000000000000000000000000000000000000AA'
