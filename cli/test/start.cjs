require("./bsk.cjs").main();
