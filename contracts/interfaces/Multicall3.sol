// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The contract at 0xcA11bde05977b3631167028862bE2a173976CA11 on most chains: several reads in one call, all at one block.
interface Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory returnData);

    function getEthBalance(address addr) external view returns (uint256 balance);
}
