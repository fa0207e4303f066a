// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// A Chainlink price feed.
interface AggregatorV3Interface {
    function decimals() external view returns (uint8);

    /// The pair that it prices, such as `ETH / USD`.
    function description() external view returns (string memory);

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
