# Programs that `arcbatt solve` found by itself. Made with: arcbatt library export
