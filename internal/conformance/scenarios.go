package conformance

// Scenarios are all there are, by theme. Most are played twice: what the client sends depends on the provider's name.
func Scenarios() []Scenario {
	var all []Scenario
	for _, theme := range [][]Scenario{
		turnScenarios(),
		outputScenarios(),
		inputScenarios(),
		itemScenarios(),
		contextScenarios(),
		modelScenarios(),
		resumeScenarios(),
		interruptScenarios(),
		compactionScenarios(),
		rollbackScenarios(),
		forkScenarios(),
		errorScenarios(),
		agentScenarios(),
		toolScenarios(),
	} {
		for _, s := range theme {
			all = append(all, s)
			if !s.Single {
				all = append(all, underOpenAI(s))
			}
		}
	}
	return all
}
