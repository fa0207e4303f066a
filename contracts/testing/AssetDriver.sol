// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// A wallet that executes the calls of its driver.
contract AssetActor {
    address private immutable _driver = msg.sender;

    function act(address to, bytes calldata data) external returns (bool done, bytes memory result) {
        require(msg.sender == _driver);
        return to.call(data);
    }
}

/// Executes calls of many wallets in one transaction, and returns the outcome of each.
contract AssetDriver {
    struct Step {
        uint256 actor;
        address to;
        bytes data;
        /// The calls made to the same address right before.
        bytes[] questions;
    }

    event Done(uint256 indexed step, bool done, bytes result, bytes[] answers);

    AssetActor[] public actors;

    constructor(uint256 count) {
        for (uint256 i = 0; i < count; ++i) actors.push(new AssetActor());
    }

    function run(Step[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; ++i) {
            Step calldata step = steps[i];
            bytes[] memory answers = ask(step.to, step.questions);
            (bool done, bytes memory result) = actors[step.actor].act(step.to, step.data);
            emit Done(i, done, result, answers);
        }
    }

    function ask(address to, bytes[] calldata questions) public view returns (bytes[] memory answers) {
        answers = new bytes[](questions.length);
        for (uint256 i = 0; i < answers.length; ++i) (, answers[i]) = to.staticcall(questions[i]);
    }
}
