// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";

/// The functions of tokens that we call, and that policies read in the calls that customers sign.
interface Erc20 is IERC20Metadata, IERC20Permit {
    /// Not in the standard, but in many tokens made before OpenZeppelin 5.
    function increaseAllowance(address spender, uint256 addedValue) external returns (bool);
}
