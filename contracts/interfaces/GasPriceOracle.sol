// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The predeploy of OP-stack chains at 0x420000000000000000000000000000000000000F.
interface GasPriceOracle {
    /// The maximum that the first layer charges for a transaction of this size, in wei.
    function getL1FeeUpperBound(uint256 unsignedTxSize) external view returns (uint256);
}
