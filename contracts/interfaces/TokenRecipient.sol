// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The functions that tokens of ERC-223 (two versions) and ERC-677 call on a recipient with code.
interface TokenRecipient {
    function tokenReceived(address from, uint256 value, bytes calldata data) external returns (bytes4);
    function tokenFallback(address from, uint256 value, bytes calldata data) external;
    function onTokenTransfer(address from, uint256 value, bytes calldata data) external;
}
