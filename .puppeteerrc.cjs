// The browser is found or unpacked at run time (app/adapters/pdf); an install must not need a download of its own.
module.exports = { skipDownload: true };
