// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Erc20Events} from "../interfaces/CatalogEvents.sol";

/// Emits any number of transfer events, for suites and benchmarks that need many events.
contract EventSpout is Erc20Events {
    function spout(address to, uint256 count) external {
        for (uint256 n = 0; n < count; n++) emit Transfer(msg.sender, to, n);
    }
}
